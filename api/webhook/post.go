package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"kast/repository"
)

// maxAnswer is how much is read of an answer's header and body each; no more is needed to use the connection again.
const maxAnswer = 64 << 10

// newClient returns the client for one receiver. A redirect is an answer like any other: an address that somebody else
// has chosen is not gone to. Proxies of the environment are for other traffic.
func newClient(transport http.RoundTripper) *http.Client {
	if transport == nil {
		transport = &http.Transport{
			MaxIdleConnsPerHost: atOnce, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: maxAnswer,
			TLSHandshakeTimeout: attemptTime, ForceAttemptHTTP2: true,
		}
	}
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// answer is what came of an attempt.
type answer struct {
	delivered  bool
	refused    bool          // the receiver wants to hear no more of it
	retryAfter time.Duration // what the receiver asks for; 0 for nothing
	reason     string        // why it was not delivered; holds nothing secret
}

// post makes one attempt at a notice.
func (s *Sender) post(ctx context.Context, n repository.Notice) answer {
	ctx, cancel := context.WithTimeout(ctx, attemptTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.target.url.String(), bytes.NewReader(n.Body))
	if err != nil {
		return answer{reason: "no request can be made for this URL"}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "kast")
	s.target.sign(r.Header, n.ID, time.Now(), n.Body)
	got, err := s.client.Do(r)
	if err != nil {
		return answer{reason: reason(err)}
	}
	defer got.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(got.Body, maxAnswer)) // the status has said it
	a := answer{
		delivered: got.StatusCode/100 == 2,
		refused:   got.StatusCode == http.StatusGone,
		reason:    "status " + strconv.Itoa(got.StatusCode),
	}
	if seconds, err := strconv.Atoi(got.Header.Get("Retry-After")); err == nil && seconds > 0 {
		a.retryAfter = min(time.Duration(min(seconds, int(maxDelay/time.Second)))*time.Second, maxDelay)
	}
	return a
}

// reason says why there was no answer. Errors of package http name the URL, and may quote a receiver that repeats what
// it was sent; so only those are shown that say what is wrong with network or certificate.
func reason(err error) string {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	certificate, isCertificate := errors.AsType[*tls.CertificateVerificationError](err)
	network, isNetwork := errors.AsType[*net.OpError](err)
	timeout, canTimeout := errors.AsType[net.Error](err)
	switch {
	case errors.Is(err, context.DeadlineExceeded), canTimeout && timeout.Timeout():
		return "no answer in time"
	case isCertificate:
		return certificate.Error()
	case isNetwork:
		return network.Error()
	default:
		return "no HTTP answer"
	}
}
