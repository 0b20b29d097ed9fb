package rest

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"kast/api/auth"
	"kast/api/limit"
	"kast/api/play"
	"kast/openapi"
)

// Options are what the API stands on. Play, Auth and Store are needed.
type Options struct {
	Play    *play.Service
	Auth    *auth.Service
	Store   Pinger
	Logger  *slog.Logger
	Version string
	Now     func() time.Time

	// Closed lets nobody make an account, guests neither. Whoever has one keeps it, and a guest may still register.
	Closed bool
	// Unlimited lets anybody sign in, fail to, and make accounts as often as they like: for tests under load. Guesses of codes
	// are limited even so.
	Unlimited bool
	// Quotas are how much an account may make a day; the zero value bounds nothing.
	Quotas Quotas
	// Live is how many streams and waiting reads there may be; the zero value bounds nothing.
	Live LiveLimits
	// Proxies are the networks of the proxies whose X-Forwarded-For is believed.
	Proxies []netip.Prefix
	// Origins are those of the web pages that may call, as browsers write them; of none, unless some are named.
	Origins []string
	// Page answers what Routes names, for people with a browser; nil for none.
	Page Page
	// Observe is told of each request once it is answered, by the pattern of its route, which is empty where there is none; nil
	// for nobody.
	Observe func(method, route string, status int, took time.Duration)
}

// Page is a page for people, which calls the API as everybody may. Its answers have headers of its own.
type Page interface {
	http.Handler
	// Routes are patterns of paths.
	Routes() []string
}

// Pinger tells whether the store works.
type Pinger interface {
	Ping(ctx context.Context) error
}

type server struct {
	play    *play.Service
	auth    *auth.Service
	store   Pinger
	log     *slog.Logger
	version string
	now     func() time.Time
	guesses *guesses // of codes
	limits  *limits
	places  livePlaces
	closed  bool // nobody may make an account
	observe func(method, route string, status int, took time.Duration)
	routes  map[string]bool // patterns
	exports *limit.Places   // under way, by account
	bodies  livePlaces      // of logs that are read or wait to be judged
	uploads chan struct{}   // has one place for each log that may be judged at the same time
}

// New returns the whole API as one handler.
func New(o Options) http.Handler {
	return headAsGet(newEcho(o))
}

// headAsGet answers HEAD as GET is answered; net/http leaves the body out.
func headAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			r = r.WithContext(context.WithValue(r.Context(), headKey{}, true)) // a copy
			r.Method = http.MethodGet
		}
		next.ServeHTTP(w, r)
	})
}

// headKey marks the context of a request that was a HEAD: there is no use in an answer that goes on and on.
type headKey struct{}

func newEcho(o Options) *echo.Echo {
	s := &server{play: o.Play, auth: o.Auth, store: o.Store, log: o.Logger, version: o.Version, now: o.Now, closed: o.Closed, observe: o.Observe}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.now == nil {
		s.now = time.Now
	}
	s.bodies = newLivePlaces(bodyLimits())
	s.uploads = make(chan struct{}, uploadsAtOnce)
	s.exports = limit.NewPlaces(exportsAtOnce, 0)
	s.guesses = newGuesses(s.now)
	s.limits = newLimits(!o.Unlimited, o.Quotas, s.now)
	s.places = newLivePlaces(o.Live)
	e := echo.New()
	e.IPExtractor = extractor(o.Proxies)
	e.HTTPErrorHandler = s.fail
	e.Use(s.logged, s.recovered, headers())
	if len(o.Origins) > 0 {
		e.Use(cors(o.Origins))
	}

	s.bindSystem(e)
	s.bindAccounts(e)
	s.bindRulesets(e)
	s.bindGames(e)
	s.bindStreams(e)
	s.bindTables(e)
	s.bindUploads(e)
	s.bindChanges(e)
	s.bindInvites(e)
	s.bindWatching(e)
	s.bindMoves(e)
	s.bindAdvice(e)
	s.bindStatistics(e)
	if o.Page != nil {
		for _, route := range o.Page.Routes() {
			e.GET(route, shown(o.Page))
		}
	}
	s.routes = map[string]bool{}
	for _, r := range e.Routes() {
		s.routes[r.Method+r.Path] = true
	}
	return e
}

// shown answers with what is not the API's, and so has none of its headers.
func shown(h http.Handler) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Response().Header()
		header.Del(echo.HeaderVary)
		h.ServeHTTP(c.Response(), c.Request())
		return nil
	}
}

// httpsFor is for how long a browser that was here by HTTPS comes by nothing else. It is of the host, with all its ports, so
// not for longer than an operator who goes back to HTTP might have to wait.
const httpsFor = 30 * 24 * time.Hour

// headers sets what every answer has. The values are shared by all answers, so nobody may write into them; to set or add
// another is no writing into them.
func headers() echo.MiddlewareFunc {
	nosniff, referrer, policy := []string{"nosniff"}, []string{"no-referrer"}, []string{"default-src 'none'; frame-ancestors 'none'"}
	cache, vary := []string{"private, no-cache"}, []string{"Authorization, Accept-Language"}
	resource, transport := []string{"same-origin"}, []string{"max-age=" + strconv.Itoa(int(httpsFor.Seconds()))}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			h := c.Response().Header()
			h[echo.HeaderXContentTypeOptions] = nosniff
			h[echo.HeaderReferrerPolicy] = referrer
			if !strings.HasPrefix(c.Request().URL.Path, openapi.UIPath) {
				h[echo.HeaderContentSecurityPolicy] = policy
			}
			h["Cross-Origin-Resource-Policy"] = resource
			if c.Request().TLS != nil {
				h[echo.HeaderStrictTransportSecurity] = transport
			}
			h[echo.HeaderCacheControl] = cache
			h[echo.HeaderVary] = vary
			return next(c)
		}
	}
}

// logged gives each request an id and logs it once it is answered. Of the address only the route is logged, never the
// query, and no header.
func (s *server) logged(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		began := s.now()
		c.Set(arrivedKey, began)
		c.Response().Header().Set(echo.HeaderXRequestID, uuid.NewString())
		err := next(c)
		if err != nil {
			c.Error(err)
		}
		s.logRequest(c, began)
		s.observed(c, began)
		endBroken(err)
		return nil
	}
}

// endBroken ends the connection after an error that came in the middle of an answer, so that the caller sees that it has no end.
func endBroken(err error) {
	if _, broken := errors.AsType[*brokenOffError](err); broken {
		panic(http.ErrAbortHandler)
	}
}

// brokenOffError is what went wrong after a part of an answer was on its way.
type brokenOffError struct{ cause error }

func (b *brokenOffError) Error() string { return "broken off: " + b.cause.Error() }

func (b *brokenOffError) Unwrap() error { return b.cause }

// logRequest is apart from logged for what it takes of the stack, which a stream would keep as long as it goes on. It hands the
// record to the handler itself: the logger would look up where in the code it was called, for each request anew.
func (s *server) logRequest(c echo.Context, began time.Time) {
	ctx, handler := c.Request().Context(), s.log.Handler()
	if !handler.Enabled(ctx, slog.LevelInfo) {
		return
	}
	r := slog.NewRecord(time.Now(), slog.LevelInfo, "request", 0)
	r.AddAttrs(
		slog.String("method", c.Request().Method), slog.String("route", c.Path()), slog.String("game", gameOf(c)),
		slog.Int("status", statusOf(c)), slog.Int64("bytes", c.Response().Size), slog.Duration("took", s.now().Sub(began)), requestID(c))
	_ = handler.Handle(ctx, r) // where the log cannot be written there is nobody to tell
}

// observed tells of a request. What the router makes of a path that it does not know may be the caller's words, and so may be a
// method; such a request has no route.
func (s *server) observed(c echo.Context, began time.Time) {
	if s.observe == nil {
		return
	}
	method, route := c.Request().Method, c.Path()
	if !s.routes[method+route] {
		route = ""
	}
	s.observe(method, route, statusOf(c), s.now().Sub(began))
}

// statusGone is what is logged for a caller who left before there was an answer: it is no fault of the server. No answer
// has this status.
const statusGone = 499

func statusOf(c echo.Context) int {
	status := c.Response().Status
	if status >= http.StatusInternalServerError && c.Request().Context().Err() != nil {
		return statusGone
	}
	return status
}

// arrivedKey is where a request's context keeps when it arrived.
const arrivedKey = "arrived"

// arrived is when a request arrived, which is what a move counts by.
func arrived(c echo.Context) time.Time {
	at, _ := c.Get(arrivedKey).(time.Time) // logged sets it for every request
	return at
}

// gameOf is the game that a request is about, for the log; empty for none, and for what is no id of a game.
func gameOf(c echo.Context) string {
	id, err := pathID(c)
	if err != nil {
		return ""
	}
	return id
}

// recovered turns a panic into an error: a bug in one call must not end the others.
func (s *server) recovered(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			if r := recover(); r != nil {
				err = &panicked{value: r}
				s.log.Error("panic", "value", r, "stack", stack(), requestID(c))
			}
		}()
		return next(c)
	}
}

// caller tells who calls, by the bearer token.
func (s *server) caller(c echo.Context) (auth.Caller, error) {
	scheme, token, _ := strings.Cut(c.Request().Header.Get(echo.HeaderAuthorization), " ")
	if !strings.EqualFold(scheme, "Bearer") || len(c.Request().Header.Values(echo.HeaderAuthorization)) != 1 {
		return auth.Caller{}, auth.ErrUnauthenticated
	}
	return s.auth.Authenticate(c.Request().Context(), token)
}
