package shape

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
)

// Whatever fields there are, with whatever in them, a game writes itself as the library writes it.
func TestAppendJSON(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		var g Game
		fill(reflect.ValueOf(&g).Elem(), random)
		want, werr := json.Marshal(g, encoding)
		got, gerr := g.AppendJSON(nil)
		if (gerr != nil) != (werr != nil) {
			t.Fatalf("errors are %v and %v of the library for %+v", gerr, werr, g)
		}
		if werr == nil && !bytes.Equal(got, want) {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// fill gives a value any contents, among them none and those that JSON has to escape.
func fill(v reflect.Value, random *rand.Rand) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		if random.IntN(4) > 0 {
			v.Set(reflect.ValueOf(time.UnixMilli(random.Int64N(4e12)).In(time.FixedZone("", 3600))))
		}
		return
	}
	texts := []string{"", "", "penta", "fullHouse", "Örjan", "<b>&\"\\\n\x01", "\u2028", "🎲"}
	if random.IntN(2000) == 0 {
		texts = []string{"\xff"}
	}
	count := random.IntN(4) - 1
	switch v.Kind() {
	case reflect.Struct:
		for _, field := range v.Fields() {
			fill(field, random)
		}
	case reflect.Pointer:
		if count >= 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), random)
		}
	case reflect.Slice:
		if count >= 0 {
			v.Set(reflect.MakeSlice(v.Type(), count, count))
			for i := range count {
				fill(v.Index(i), random)
			}
		}
	case reflect.Map:
		if count >= 0 {
			v.Set(reflect.MakeMap(v.Type()))
			for range 5 * count {
				key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
				fill(key, random)
				fill(value, random)
				v.SetMapIndex(key, value)
			}
		}
	case reflect.String:
		v.SetString(texts[random.IntN(len(texts))])
	case reflect.Int:
		v.SetInt([]int64{0, 1, -1, 12, math.MaxInt64, math.MinInt64}[random.IntN(6)])
	case reflect.Bool:
		v.SetBool(random.IntN(2) == 0)
	case reflect.Float64:
		v.SetFloat([]float64{0, 1, 245.87, -0.5, 1e-7, 1e21, random.NormFloat64(), math.Copysign(0, -1)}[random.IntN(8)])
	default:
		panic(v.Type())
	}
}
