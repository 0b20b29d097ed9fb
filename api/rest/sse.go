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

// bodiless refuses a request that is held open and announces a body: nobody would read it, and the connection would wait
// for it.
func bodiless(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if c.Request().ContentLength != 0 {
			c.Response().Header().Set(echo.HeaderConnection, "close")
			return malformed(text{"This call has no body.", "Det här anropet har inget innehåll."})
		}
		return next(c)
	}
}

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
	s       *server
	c       echo.Context
	to      *http.ResponseController
	from    source
	buf     []byte
	comment *time.Ticker
}

// source is what a stream sends: next adds what is new to the stream's buffer, and tells whether there was anything, and
// why the stream ends, if it does.
type source struct {
	news <-chan struct{}
	next func(ctx context.Context, to *stream) (some bool, end play.End, err error)
}

// stream begins the answer and sends what the source has until one of the two sides ends it. That the caller ends it is no
// fault.
//
// It waits here with as little on the stack as can be: the stack of a goroutine is 8 KiB, or 16, and with thousands of
// streams that counts. What it needs for a moment is in other functions.
func (s *server) stream(c echo.Context, from source) error {
	to, open := s.begin(c, from)
	if !open {
		return nil
	}
	defer to.end()
	for to.advance() {
		select {
		case <-from.news:
		case <-to.comment.C:
			to.buf = append(to.buf, ":\n\n"...)
		case <-c.Request().Context().Done():
			return nil
		}
	}
	return nil
}

// begin sends the head of the answer at once; false when that is all.
func (s *server) begin(c echo.Context, from source) (to *stream, open bool) {
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, "text/event-stream")
	h.Set(echo.HeaderCacheControl, "private, no-store, no-transform")
	h.Set("X-Accel-Buffering", "no")
	c.Response().WriteHeader(http.StatusOK)
	if c.Request().Context().Value(headKey{}) != nil {
		return nil, false
	}
	to = &stream{s: s, c: c, to: http.NewResponseController(c.Response()), from: from}
	_ = to.to.SetReadDeadline(time.Time{}) // see takeTime
	to.buf = append(to.buf, "retry: "...)
	to.buf = strconv.AppendInt(to.buf, reconnectTime.Milliseconds(), 10)
	to.buf = append(to.buf, "\n\n"...)
	if to.send(sendTime) != nil {
		return nil, false
	}
	to.comment = time.NewTicker(commentEvery)
	return to, true
}

// end puts the time limits on again, for what else comes over the connection.
func (to *stream) end() {
	to.comment.Stop()
	_ = to.to.SetReadDeadline(time.Now().Add(sendTime))
	_ = to.to.SetWriteDeadline(time.Now().Add(sendTime))
}

// advance sends all that is new, with what is in the buffer already; false when the stream has ended.
func (to *stream) advance() bool {
	ctx := to.c.Request().Context()
	for {
		some, end, err := to.from.next(ctx, to)
		if err != nil {
			if ctx.Err() != nil {
				return false // the caller has gone
			}
			to.s.log.Error("stream ended", "error", err, requestID(to.c))
			end = play.EndUnavailable
		}
		if end != "" {
			to.event("", "end", []byte(`{"reason":"`+end+`"}`))
			_ = to.send(farewellTime) // whoever is not there to read it learns of the end anyhow
			return false
		}
		if len(to.buf) > 0 && to.send(sendTime) != nil {
			return false
		}
		if !some {
			return true
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
