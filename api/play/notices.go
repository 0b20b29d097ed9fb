package play

import (
	"fmt"
	"slices"
	"time"

	"github.com/go-json-experiment/json"

	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
)

// Types of notices. docs/webhook.md is the contract of what they say.
const (
	noticeYourTurn = "game.yourTurn"
	noticeFinished = "game.finished"
)

type (
	noticeBody struct {
		Type      string     `json:"type"`
		Timestamp string     `json:"timestamp"`
		Data      noticeData `json:"data"`
	}
	// noticeData holds ids, numbers and times only. Those who pass a notice on may be anybody, so it has no names, no dice
	// and nothing secret.
	noticeData struct {
		AccountID string `json:"accountId"`
		GameID    string `json:"gameId"`
		Ruleset   string `json:"ruleset"`
		Seq       int    `json:"seq"`
		Seat      int    `json:"seat"`
		Kind      string `json:"kind"`
		Round     int    `json:"round,omitzero"`
		Deadline  string `json:"deadline,omitzero"`
		Placement int    `json:"placement,omitzero"`
		OwnMove   *bool  `json:"ownMove,omitzero"`
	}
)

// notices are what accounts are to be told of a step of a game, from the state before to the view after it; none when
// nobody is to be told anything. by is the account whose call it was, empty for the clock's doing. It is the one place
// that decides who is told what.
func (s *Service) notices(before game.State, after View, by string) ([]repository.Notice, error) {
	if s.notify == nil {
		return nil, nil
	}
	switch {
	case after.State.Status == game.StatusPlaying:
		return s.turnNotice(before, after, by)
	case after.State.Status == game.StatusFinished && before.Status != game.StatusFinished:
		return s.endNotices(after, by)
	default:
		return nil, nil // of a game that is closed nobody awaits anything
	}
}

// wake says that notices have been stored, if they have.
func (s *Service) wake(notices []repository.Notice) {
	if len(notices) > 0 {
		s.notify()
	}
}

// turnNotice tells the account that moves the seat on turn that it is, unless it knows: by its own call it came to that,
// or the turn was its before. Nor is anybody told who moves all seats that people still play.
func (s *Service) turnNotice(before game.State, after View, by string) ([]repository.Notice, error) {
	seat, now := after.State.OnTurn(), after.State.Turn
	if before.OnTurn() == seat && before.Turn.Round == now.Round {
		return nil, nil
	}
	account := after.movedBy(seat)
	others := func(i int) bool {
		mover := after.movedBy(i)
		return mover != "" && mover != account && !after.State.Seats[i].Resigned()
	}
	if account == "" || account == by || !slices.ContainsFunc(seatNumbers(after.State), others) {
		return nil, nil
	}
	data := after.noticeData(account, seat)
	data.Round, data.Deadline = now.Round, noticeTime(after.State.Deadline())
	n, err := s.notice(noticeYourTurn, now.BeganAt, data)
	n.Turn = &repository.NoticeTurn{Seat: seat, Round: now.Round}
	return []repository.Notice{n}, err
}

// endNotices tells each account that holds a seat, or as host moves a guest's, that the game is over.
func (s *Service) endNotices(after View, by string) ([]repository.Notice, error) {
	var all []repository.Notice
	told := map[string]bool{"": true}
	tell := func(account string, seat int) error {
		if told[account] {
			return nil
		}
		told[account] = true
		data := after.noticeData(account, seat)
		own := account == by
		data.Placement, data.OwnMove = after.State.Seats[seat].Placement, &own
		n, err := s.notice(noticeFinished, after.State.FinishedAt, data)
		all = append(all, n)
		return err
	}
	// Own seats first: a host with guests is told of its own.
	for _, kind := range []game.SeatKind{game.AccountSeat, game.GuestSeat} {
		for seat, is := range after.State.Seats {
			if is.Kind != kind {
				continue
			}
			if err := tell(after.movedBy(seat), seat); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// movedBy returns the account that moves a seat, empty for none.
func (v View) movedBy(seat int) string {
	switch kind := v.State.Seats[seat].Kind; {
	case kind == game.AccountSeat:
		return v.Beside.Seats[seat].AccountID
	case kind == game.GuestSeat, kind == game.BotSeat && v.State.Dice == game.ClientDice:
		return v.Beside.Host
	default:
		return ""
	}
}

func (v View) noticeData(account string, seat int) noticeData {
	return noticeData{
		AccountID: account, GameID: v.State.Game, Ruleset: string(v.State.Ruleset.ID), Seq: v.State.Seq,
		Seat: seat, Kind: string(v.State.Seats[seat].Kind),
	}
}

// notice writes a notice of what happened at a time. That may be long ago, where the log comes from a device, but it is
// now that there is something to tell.
func (s *Service) notice(kind string, at time.Time, data noticeData) (repository.Notice, error) {
	n := repository.Notice{AccountID: data.AccountID, GameID: data.GameID, At: gamelog.Time(s.now())}
	var err error
	if n.ID, err = s.newID(); err != nil {
		return n, err
	}
	n.Body, err = json.Marshal(noticeBody{Type: kind, Timestamp: noticeTime(at), Data: data})
	if err != nil {
		return n, fmt.Errorf("write a notice: %w", err)
	}
	return n, nil
}

// noticeTime writes a time as the log does, and the zero time as nothing.
func noticeTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}

func seatNumbers(s game.State) []int {
	numbers := make([]int, len(s.Seats))
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}
