package rest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"kast/api/auth"
	"kast/api/limit"
)

// Quotas are how much an account may make a day; 0 is no bound. So much may come at once, and then it comes back evenly
// over a day. They are counted in memory, so each process counts for itself.
type Quotas struct {
	Games   int // games made, rematches included
	Bots    int // of these, games with computer seats, which think in the call
	Uploads int // logs uploaded, whatever came of them
}

// DefaultQuotas are more than a person needs, and less than would hurt.
func DefaultQuotas() Quotas { return Quotas{Games: 300, Bots: 200, Uploads: 1000} }

// limits are what bounds how often something may be done.
type limits struct {
	addressFailures  *limit.Limiter // sign-ins refused, by address
	pairFailures     *limit.Limiter // of these, by username and address
	usernameFailures *limit.Limiter // of these, by username from wherever nobody has signed in with it before
	signIns          *limit.Limiter // sign-ins made, by username
	passwords        *limit.Limiter // wrong old passwords, by account
	accounts         *limit.Limiter // accounts made, by address and over all
	signedIn         *limit.Known   // usernames with the addresses that have signed in with them

	games, bots, uploads *limit.Limiter // by account
	comings              *limit.Limiter // seats taken, by account and table
}

// comingsADay is how often an account may take a seat at one table. Each coming and going is in the log for ever, and a log takes
// only so many before nobody may join any more: one alone must not use them up.
const comingsADay = 20

// newLimits has two things to keep apart: who guesses passwords must get nowhere, and must not lock out whose password it
// is. So failures count by address, and by username and address; what counts by username alone is for a guesser with many
// addresses, and spares those from which the person has signed in. What is not bounded is not counted.
func newLimits(bounded bool, q Quotas, now func() time.Time) *limits {
	by := func(burst int, every time.Duration) *limit.Limiter {
		if !bounded {
			return limit.New(limit.Rate{}, limit.Rate{}, now)
		}
		return limit.New(limit.Rate{Burst: burst, Every: every}, limit.Rate{}, now)
	}
	l := &limits{
		addressFailures:  by(30, 10*time.Second),
		pairFailures:     by(10, 30*time.Second),
		usernameFailures: by(100, 30*time.Second),
		signIns:          by(30, time.Minute),
		passwords:        by(10, 30*time.Second),
		accounts:         limit.New(limit.Rate{}, limit.Rate{}, now),
		signedIn:         limit.NewKnown(10_000),
		games:            limit.New(limit.Daily(q.Games), limit.Rate{}, now),
		bots:             limit.New(limit.Daily(q.Bots), limit.Rate{}, now),
		uploads:          limit.New(limit.Daily(q.Uploads), limit.Rate{}, now),
		comings:          limit.New(limit.Daily(comingsADay), limit.Rate{}, now),
	}
	if bounded {
		l.accounts = limit.New(limit.Rate{Burst: 60, Every: 30 * time.Second}, limit.Rate{Burst: 1000, Every: 2 * time.Second}, now)
	}
	return l
}

// toll is a limit on a call.
type toll struct {
	of     *limit.Limiter
	key    string
	name   string // of the policy in the RateLimit fields; empty for one that is not told
	counts func(error) bool
}

// within makes a call that counts by all of its tolls. The answer says what is left of each, as in
// draft-ietf-httpapi-ratelimit-headers. A call that comes too early is not made.
func within(c echo.Context, call func(context.Context) error, tolls ...toll) error {
	ctx := c.Request().Context()
	defer tellLimits(c, tolls) // once all tries have ended
	counts := func(toll) bool { return false }
	for _, t := range tolls {
		if !t.of.Bounds() {
			continue
		}
		try, err := t.of.Begin(ctx, t.key)
		if err != nil {
			return err
		}
		defer func() { try.End(counts(t)) }()
	}
	counts = func(toll) bool { return true } // what panics was work
	err := call(ctx)
	counts = func(t toll) bool { return t.counts(err) }
	return err
}

// tellLimits sets the fields RateLimit-Policy and RateLimit: of each policy with a name its quota (q) in a window of seconds
// (w), what remains (r), and the seconds until all of it does (t).
func tellLimits(c echo.Context, tolls []toll) {
	var policies, standings []string
	for _, t := range tolls {
		if t.name == "" || !t.of.Bounds() {
			continue
		}
		s := t.of.Standing(t.key)
		policies = append(policies, fmt.Sprintf("%q;q=%d;w=%d", t.name, s.Quota, seconds(s.Window)))
		standings = append(standings, fmt.Sprintf("%q;r=%d;t=%d", t.name, s.Left, seconds(s.Whole)))
	}
	if policies == nil {
		return
	}
	c.Response().Header().Set(headerPolicy, strings.Join(policies, ", "))
	c.Response().Header().Set(headerLimit, strings.Join(standings, ", "))
}

const (
	headerPolicy = "RateLimit-Policy"
	headerLimit  = "RateLimit"
)

// seconds is a time in whole seconds, never too short.
func seconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }

func succeeded(err error) bool { return err == nil }

func on(kind error) func(error) bool {
	return func(err error) bool { return errors.Is(err, kind) }
}

// signInTolls are those of a sign-in with a password. A wrong one counts, and of the right ones only very many do: each makes
// a sign-in that is kept.
func (s *server) signInTolls(c echo.Context, username string) []toll {
	l, from, name := s.limits, address(c), auth.UsernameKey(username)
	pair := name + "\x00" + from
	refused := on(auth.ErrUnauthenticated)
	tolls := []toll{
		{of: l.addressFailures, key: from, name: "address", counts: refused},
		{of: l.pairFailures, key: pair, name: "username", counts: refused},
		{of: l.signIns, key: name, counts: succeeded},
	}
	if !l.signedIn.Has(pair) {
		tolls = append(tolls, toll{of: l.usernameFailures, key: name, counts: refused})
	}
	return tolls
}

// noteSignedIn remembers from where somebody has proved who they are.
func (s *server) noteSignedIn(c echo.Context, usernameKey string) {
	if usernameKey != "" {
		s.limits.signedIn.Note(usernameKey + "\x00" + address(c))
	}
}

// accountToll counts accounts that are made, and those refused because the username is taken: that tells who is here.
func (s *server) accountToll(c echo.Context) toll {
	return toll{of: s.limits.accounts, key: address(c), name: "accounts", counts: func(err error) bool {
		_, form := errors.AsType[*auth.FieldError](err)
		return !form
	}}
}

// gameTolls are those of a call that makes a game; bots tells whether it has computer seats. Sent again, it makes none.
func (s *server) gameTolls(account string, bots bool, made func() bool) []toll {
	counts := func(err error) bool { return err == nil && made() }
	tolls := []toll{{of: s.limits.games, key: account, name: "games", counts: counts}}
	if bots {
		tolls = append(tolls, toll{of: s.limits.bots, key: account, name: "bots", counts: counts})
	}
	return tolls
}

// comingToll is that of taking a seat; came tells whether it was taken now.
func (s *server) comingToll(account, table string, came func() bool) toll {
	return toll{of: s.limits.comings, key: account + "\x00" + table, counts: func(err error) bool { return err == nil && came() }}
}

// rateLimited says how long to wait, in whole seconds.
func rateLimited(e *limit.ExceededError) *failure {
	return limited(e, text{"Too many calls. Wait %d s.", "För många anrop. Vänta %d s."})
}

// limited is a call that came too early; why has a place for the seconds.
func limited(e *limit.ExceededError, why text) *failure {
	wait := max(1, seconds(e.Wait))
	return &failure{code: codeRateLimited, retryAfter: wait, detail: textf(why, wait)}
}
