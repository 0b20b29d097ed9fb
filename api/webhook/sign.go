package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The headers of Standard Webhooks.
const (
	headerID        = "Webhook-Id"
	headerTimestamp = "Webhook-Timestamp"
	headerSignature = "Webhook-Signature"
)

// sign adds the headers by which a receiver knows that a notice came from here, when, and whether it had it before. The
// time is that of the attempt.
func (t Target) sign(h http.Header, id string, at time.Time, body []byte) {
	seconds := strconv.FormatInt(at.Unix(), 10)
	signatures := make([]string, len(t.keys))
	for i, key := range t.keys {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + seconds + "."))
		mac.Write(body)
		signatures[i] = "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	h.Set(headerID, id)
	h.Set(headerTimestamp, seconds)
	h.Set(headerSignature, strings.Join(signatures, " "))
}
