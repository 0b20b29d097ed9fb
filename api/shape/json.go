package shape

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// TimeLayout is RFC 3339 in UTC with exactly milliseconds: some parsers take a fraction only if it is always there.
const TimeLayout = "2006-01-02T15:04:05.000Z"

// encoding is made once: the library keeps with it what it has found out about types, which costs more than the rest.
var encoding = json.JoinOptions( //nolint:gochecknoglobals // it never changes
	json.Deterministic(true),
	json.WithMarshalers(json.MarshalToFunc(func(e *jsontext.Encoder, t time.Time) error {
		return e.WriteToken(jsontext.String(t.UTC().Format(TimeLayout)))
	})),
)

// Encode writes an answer: map keys in order, times in one form.
func Encode(body any) ([]byte, error) { return json.Marshal(body, encoding) }

// EncodeTo is Encode into a buffer, to which it adds.
func EncodeTo(to *bytes.Buffer, body any) error {
	if a, ok := body.(Appender); ok {
		b, err := a.AppendJSON(to.AvailableBuffer())
		to.Write(b)
		return err
	}
	return json.MarshalWrite(to, body, encoding)
}

// NullError is a null where JSON is read that has none.
type NullError struct {
	At jsontext.Pointer // where it stands
}

func (*NullError) Error() string { return "null: leave the field out instead" }

// Decode reads what a client sends into to, strictly: unknown or doubled fields, null wherever it stands (a field that does
// not apply is left out), wrong types and anything after the value are errors. Those are a *NullError and the errors of the
// JSON library.
func Decode(body []byte, to any) error {
	err := json.Unmarshal(body, to, json.RejectUnknownMembers(true))
	if err == nil && !bytes.Contains(body, []byte("null")) {
		return nil
	}
	// What is no JSON goes first, and then null, whatever else is wrong.
	return cmp.Or(refuseNull(body), err)
}

func refuseNull(body []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(body))
	for {
		token, err := d.ReadToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if token.Kind() == 'n' {
			return &NullError{At: d.StackPointer()}
		}
	}
}
