package play

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"strings"

	"kast/domain/game"
	"kast/repository"
)

// codeAlphabet has no characters that look alike: no 0 and O, no 1, I and L, no U and V. They are read from bytes below
// the largest multiple of its length, so that all are equally likely.
const codeAlphabet = "23456789ABCDEFGHJKMNPQRSTWXYZ"

// How many characters codes have. An invite code lives as long as a table is open; a watch code as long as a game.
const (
	inviteLength = 6
	watchLength  = 8
)

// drawCode draws a code for a private game.
func (s *Service) drawCode(length int) (string, error) {
	code := make([]byte, 0, length)
	limit := byte(256 / len(codeAlphabet) * len(codeAlphabet))
	var b [1]byte
	for len(code) < length {
		if _, err := io.ReadFull(s.random, b[:]); err != nil {
			return "", fmt.Errorf("draw a code: %w", err)
		}
		if b[0] < limit {
			code = append(code, codeAlphabet[int(b[0])%len(codeAlphabet)])
		}
	}
	return string(code), nil
}

// typed gives a code as it was drawn: people who type it need not care for the case of its letters. It reports false for
// what no code can be.
func typed(code string, length int) (string, bool) {
	if len(code) != length {
		return "", false
	}
	code = strings.ToUpper(code)
	return code, strings.Trim(code, codeAlphabet) == ""
}

// invited tells whether a code opens the table, in a time that does not depend on where they differ.
func invited(want, got string) bool {
	return want != "" && subtle.ConstantTimeCompare([]byte(want), []byte(strings.ToUpper(got))) == 1
}

// Invited returns the table behind an invite code, for who may then decide to join. ErrNotFound.
func (s *Service) Invited(ctx context.Context, code string) (repository.Game, error) {
	code, ok := typed(code, inviteLength)
	if !ok {
		return repository.Game{}, ErrNotFound
	}
	g, err := s.store.GameByInvite(ctx, code)
	if errors.Is(err, repository.ErrNotFound) {
		return repository.Game{}, ErrNotFound
	}
	if err != nil {
		return repository.Game{}, fmt.Errorf("look up an invite code: %w", err)
	}
	return g, nil
}

// RenewInvite gives an open private table another invite code; the one before is dead at once. Called again it gives yet
// another. ErrNotFound, ErrHostOnly, ErrNotPrivate, a *game.Refusal.
func (s *Service) RenewInvite(ctx context.Context, account, id string) (View, error) {
	return s.alterAsHost(ctx, account, id, func(l loaded) (c repository.Alteration, err error) {
		if l.State.Visibility != game.Private {
			return c, ErrNotPrivate
		}
		if l.State.Status != game.StatusOpen {
			return c, &game.Refusal{Code: game.GameNotOpen}
		}
		code, err := s.drawCode(inviteLength)
		c.InviteCode = &code
		return c, err
	})
}

// alterAsHost changes what is kept beside a log, by its host; aim is asked again where the game has changed meanwhile, or
// where another has the code that it drew. ErrNotFound, ErrHostOnly, ErrBusy.
func (s *Service) alterAsHost(
	ctx context.Context, account, id string, aim func(loaded) (repository.Alteration, error),
) (View, error) {
	for range maxAttempts {
		l, err := s.loadFor(ctx, account, id)
		if err != nil {
			return View{}, err
		}
		if l.Beside.Host != account {
			return View{}, ErrHostOnly
		}
		c, err := aim(l)
		if err != nil {
			return View{}, err
		}
		v, err := s.alter(ctx, l.View, c)
		if errors.Is(err, repository.ErrConflict) || errors.Is(err, repository.ErrCodeTaken) {
			continue
		}
		return v, err
	}
	return View{}, ErrBusy
}

// alter changes what is kept beside a log, and tells what the game is then. repository.ErrConflict when the game is
// another by now, repository.ErrCodeTaken, repository.ErrNoAccount.
func (s *Service) alter(ctx context.Context, v View, c repository.Alteration) (View, error) {
	if c == (repository.Alteration{}) {
		return v, nil
	}
	if err := s.store.Alter(ctx, v.Beside, c); err != nil {
		return View{}, fmt.Errorf("alter game %s: %w", v.Beside.ID, err)
	}
	for _, field := range []struct{ to, from *string }{
		{&v.Beside.Host, c.Host}, {&v.Beside.InviteCode, c.InviteCode}, {&v.Beside.WatchCode, c.WatchCode},
	} {
		if field.from != nil {
			*field.to = *field.from
		}
	}
	v.Beside.Beside++
	return v, nil
}
