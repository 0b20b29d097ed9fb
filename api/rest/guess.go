package rest

import (
	"context"
	"errors"
	"time"

	"github.com/labstack/echo/v4"

	"kast/api/auth"
	"kast/api/limit"
	"kast/api/play"
)

// guesses limit how often codes may be named that lead nowhere.
//
// There are some 600 million invite codes: at the rate of all together a guesser who hunts for one of a hundred open tables needs a week
// for it. That of each address keeps one who guesses from keeping the others out. Whoever guesses from very many addresses does
// use up what all have together; so it is not asked of those who name the table too, of whom a guesser could hit only
// that one, and accounts that were there before it began have another one.
type guesses struct {
	addresses *limit.Limiter
	all       *limit.Limiter
	known     *limit.Limiter // of accounts that are older than knownAfter, once all is used up: by account, and all together
	tables    *limit.Limiter // of who names the table: by table
}

// knownAfter is how old an account is of which a guesser has not made very many just now: new ones are limited too.
const knownAfter = 24 * time.Hour

func newGuesses(now func() time.Time) *guesses {
	all := limit.Rate{Burst: 600, Every: 100 * time.Millisecond}
	return &guesses{
		addresses: limit.New(limit.Rate{Burst: 10, Every: 6 * time.Second}, limit.Rate{}, now),
		all:       limit.New(all, limit.Rate{}, now),
		known:     limit.New(limit.Rate{Burst: 5, Every: 4 * time.Hour}, all, now),
		tables:    limit.New(limit.Rate{Burst: 100, Every: time.Second}, limit.Rate{}, now),
	}
}

// guessing looks something up by a code that the caller may have guessed; table is the id of the table, where it is named too. A
// code that leads nowhere is counted, and whoever has named too many of them is sent away before anything is looked up.
func (s *server) guessing(c echo.Context, who auth.Caller, table string, lookUp func(context.Context) error) error {
	ctx := c.Request().Context()
	wrong := true // also where lookUp panics
	begin := func(of *limit.Limiter, key string) (end func(), err error) {
		try, err := of.Begin(ctx, key)
		if err != nil {
			return nil, err
		}
		return func() { try.End(wrong) }, nil
	}
	byAddress, err := begin(s.guesses.addresses, address(c))
	if err != nil {
		return tooManyGuesses(err)
	}
	defer byAddress()
	var together func()
	if table != "" {
		together, err = begin(s.guesses.tables, table)
	} else {
		together, err = begin(s.guesses.all, "")
	}
	if _, early := errors.AsType[*limit.ExceededError](err); early && table == "" && s.isKnown(ctx, who) {
		together, err = begin(s.guesses.known, who.AccountID)
	}
	if err != nil {
		wrong = false // nothing was looked up
		return tooManyGuesses(err)
	}
	defer together()
	err = lookUp(ctx)
	wrong = errors.Is(err, play.ErrNotFound)
	return err
}

// isKnown tells whether an account has been there for a while.
func (s *server) isKnown(ctx context.Context, who auth.Caller) bool {
	a, err := s.auth.Account(ctx, who)
	return err == nil && s.now().Sub(a.CreatedAt) >= knownAfter
}

func tooManyGuesses(err error) error {
	if early, ok := errors.AsType[*limit.ExceededError](err); ok {
		return limited(early, text{"Too many wrong codes. Wait %d s.", "För många felaktiga koder. Vänta %d s."})
	}
	return err
}
