package rest

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"kast/api/auth"
	"kast/api/play"
)

const (
	// commentEvery is how often a stream says that it lives: at least every 15 seconds, with some to spare.
	commentEvery = 12 * time.Second
	// sendTime is how long a reader may take for what it is sent; then it counts as gone.
	sendTime = 30 * time.Second
	// farewellTime is sendTime for the last event, so that a reader that hangs does not hold up the end of the server.
	farewellTime = 5 * time.Second
	// reconnectTime is how long browsers are told to wait before they connect again.
	reconnectTime = 2 * time.Second
	// keptBytes is how large a buffer a stream keeps.
	keptBytes = 2 << 10
)

// takeTime takes the time limit off a request whose answer is held back: without it the connection would count as lost
// once the server's limit for reading a request is over. What it returns is called before the answer is written.
func takeTime(c echo.Context) (done func()) {
	to := http.NewResponseController(c.Response())
	_ = to.SetReadDeadline(time.Time{}) // a connection without deadlines needs none taken off
	return func() {
		// From here on what may be left of the request's body must come in time again, and the answer be taken.
		_ = to.SetReadDeadline(time.Now().Add(sendTime))
		_ = to.SetWriteDeadline(time.Now().Add(sendTime))
	}
}

// watcher is a caller as streams know it.
func (s *server) watcher(caller auth.Caller) play.Watcher {
	return play.Watcher{
		Account: caller.AccountID, SignIn: caller.SignInID,
		Lasts: func(ctx context.Context) (bool, error) { return s.auth.Lasts(ctx, caller) },
	}
}

// stream writes Server-Sent Events.
type stream struct {
	c   echo.Context
	to  *http.ResponseController
	buf []byte
}

// source is what a stream sends: next adds what is new to the stream's buffer, and tells whether there was anything, and
// why the stream ends, if it does.
type source struct {
	news <-chan struct{}
	next func(ctx context.Context, to *stream) (some bool, end play.End, err error)
}

// stream begins the answer and sends what the source has until one of the two sides ends it. The caller's end of a
// request is an answer for the log, not a fault.
func (s *server) stream(c echo.Context, from source) error {
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, "text/event-stream")
	h.Set(echo.HeaderCacheControl, "private, no-store, no-transform")
	h.Set("X-Accel-Buffering", "no")
	c.Response().WriteHeader(http.StatusOK)
	ctx := c.Request().Context()
	if ctx.Value(headKey{}) != nil {
		return nil
	}
	defer takeTime(c)()
	to := &stream{c: c, to: http.NewResponseController(c.Response())}
	to.buf = append(to.buf, "retry: "...)
	to.buf = strconv.AppendInt(to.buf, reconnectTime.Milliseconds(), 10)
	to.buf = append(to.buf, "\n\n"...)
	if to.send(sendTime) != nil {
		return nil
	}
	comment := time.NewTicker(commentEvery)
	defer comment.Stop()
	for {
		some, end, err := from.next(ctx, to)
		if err != nil {
			if ctx.Err() != nil {
				return nil // the caller has gone
			}
			s.log.Error("stream ended", "error", err, requestID(c))
			end = play.EndUnavailable
		}
		if end != "" {
			to.event("", "end", []byte(`{"reason":"`+end+`"}`))
			_ = to.send(farewellTime) // whoever is not there to read it learns of the end anyhow
			return nil
		}
		if some {
			if to.send(sendTime) != nil {
				return nil
			}
			continue
		}
		select {
		case <-from.news:
		case <-comment.C:
			to.buf = append(to.buf, ":\n\n"...)
			if to.send(sendTime) != nil {
				return nil
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// event adds an event to what is to be sent. data is one line.
func (to *stream) event(id, name string, data []byte) {
	if id != "" {
		to.buf = append(append(append(to.buf, "id: "...), id...), '\n')
	}
	to.buf = append(append(append(to.buf, "event: "...), name...), '\n')
	to.buf = append(append(append(to.buf, "data: "...), data...), "\n\n"...)
}

// send sends what was added, at once, and waits for the reader to take it, but not for ever.
func (to *stream) send(within time.Duration) error {
	err := to.to.SetWriteDeadline(time.Now().Add(within))
	if err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if _, err := to.c.Response().Write(to.buf); err != nil {
		return err
	}
	if to.buf = to.buf[:0]; cap(to.buf) > keptBytes {
		to.buf = nil
	}
	return to.to.Flush()
}
