package fill

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
)

// mostCourses is how many games with client dice are played at most. Where there are more of them courses come again.
const mostCourses = 500

// course is a game with client dice that was played once, by people who are nobody.
type course struct {
	once    sync.Once
	err     error
	whole   whole
	records []game.Record
	people  []string // their ids
	began   time.Time
}

// play plays the course with a number, unless that was done.
func (c *course) play(ctx context.Context, f *filling, number int) error {
	c.once.Do(func() { c.err = c.record(ctx, f, number) })
	return c.err
}

func (c *course) record(ctx context.Context, f *filling, number int) (err error) {
	w := f.worker()
	w.seed("course", number)
	nobody := make([]string, fewest)
	for i := range nobody {
		nobody[i] = fmt.Sprint("nobody", i)
	}
	p := w.plan(nobody, game.ClientDice)
	c.people = append([]string{p.host}, p.others...)
	c.began = f.Until.Add(-span)
	if c.whole, err = w.record(ctx, p, c.began); err != nil {
		return err
	}
	for _, e := range c.whole.events {
		l, err := gamelog.Decode(e.JSON)
		if err != nil {
			return err
		}
		c.records = append(c.records, l.Record)
	}
	return nil
}

// again makes a game that goes as a course went, played by others, and beginning at a time.
func (w *worker) again(c *course, began time.Time) (whole, error) {
	a := encore{w: w, later: began.Sub(c.began), people: map[string]string{"": ""}, ids: map[string]string{}}
	a.people[c.people[0]] = w.host(w.people)
	for _, nobody := range c.people[1:] {
		a.people[nobody] = w.somebody(a.people)
	}
	var err error
	if a.events, err = a.chain(c.records); err != nil {
		return whole{}, err
	}
	g := whole{made: c.whole.made, appends: slices.Clone(c.whole.appends), played: c.whole.played, events: a.events}
	g.made.ID = a.game
	g.made.CreatedAt, g.made.UpdatedAt = a.at(g.made.CreatedAt), a.at(g.made.UpdatedAt)
	g.made.Host = a.people[g.made.Host]
	g.made.Summary = a.summary(g.made.Summary)
	g.made.Seats = a.seats(g.made.Seats)
	g.made.Events, g.made.Head = a.take(len(g.made.Events))
	g.made.Call = a.call(g.made.Call)
	after := g.made.Head
	for i := range g.appends {
		p := &g.appends[i]
		p.GameID, p.After, p.At = a.game, after, a.at(p.At)
		p.Events, after = a.take(len(p.Events))
		p.Summary = a.summary(p.Summary)
		p.Seats = a.seats(p.Seats)
		if p.Host != nil {
			p.Host = new(a.people[*p.Host])
		}
		p.Call = a.call(p.Call)
	}
	return g, nil
}

// encore is a course that is played again.
type encore struct {
	w      *worker
	later  time.Duration     // than the course
	people map[string]string // who plays for whom
	ids    map[string]string // of events, by those of the course
	game   string            // its id
	events []repository.Event
	taken  int
}

// somebody is a player who is not in a game yet.
func (w *worker) somebody(there map[string]string) string {
	for {
		who := pick(w.chance, w.people...)
		taken := false
		for _, other := range there {
			taken = taken || who == other
		}
		if !taken {
			return who
		}
	}
}

// chain gives the events new ids and times, and seals them.
func (a *encore) chain(records []game.Record) ([]repository.Event, error) {
	events := make([]repository.Event, len(records))
	head := gamelog.Genesis()
	for i, r := range records {
		id, err := uuid.NewRandomFromReader(a.w.random)
		if err != nil {
			return nil, err
		}
		a.ids[r.ID] = id.String()
		r.ID, r.At = id.String(), a.at(r.At)
		if created, ok := r.Event.(game.Created); ok {
			a.game = r.ID
			created.Game = r.ID
			r.Event = created
		}
		l, err := gamelog.Seal(head, r)
		if err != nil {
			return nil, err
		}
		events[i] = repository.Event{Seq: l.Seq, ID: l.ID, Hash: l.Hash, JSON: l.JSON}
		head = l.Hash
	}
	return events, nil
}

// take takes the next events, and tells the head after them.
func (a *encore) take(n int) ([]repository.Event, repository.Head) {
	events := a.events[a.taken : a.taken+n]
	a.taken += n
	return events, repository.Head{Seq: events[n-1].Seq, Hash: events[n-1].Hash}
}

// at is a time of the course, moved to that of the game; none stays none.
func (a *encore) at(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return gamelog.Time(t.Add(a.later))
}

func (a *encore) summary(s repository.Summary) repository.Summary {
	s.StartedAt, s.FinishedAt, s.Deadline = a.at(s.StartedAt), a.at(s.FinishedAt), a.at(s.Deadline)
	return s
}

func (a *encore) seats(seats []repository.Seat) []repository.Seat {
	seats = slices.Clone(seats)
	for i := range seats {
		seats[i].AccountID = a.people[seats[i].AccountID]
	}
	return seats
}

func (a *encore) call(c *repository.Call) *repository.Call {
	if c == nil {
		return nil
	}
	var digest [32]byte
	_, _ = a.w.random.Read(digest[:]) // it always can
	return &repository.Call{
		ID: a.ids[c.ID], AccountID: a.people[c.AccountID], Request: hex.EncodeToString(digest[:]),
		FirstSeq: c.FirstSeq, LastSeq: c.LastSeq,
	}
}
