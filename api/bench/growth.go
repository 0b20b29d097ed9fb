package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// Level is a server on a database of one size.
type Level struct {
	Games, Events int   // in the database
	Bytes         int64 // of its file
	// Public are ids of finished games that anybody may see.
	Public []string
	// Start starts the server anew, and returns once it is ready: how long it took until it listened, and until then.
	Start func(context.Context) (t Target, listens, ready time.Duration, err error)
	// Usernames are those of accounts with Password that have played; the first has played a fixed share of all games.
	Usernames []string
	Password  string
}

// GrowthOptions say what is measured.
type GrowthOptions struct {
	Levels   []Level       // from the smallest; each is compared with the first
	Rounds   int           // of which medians are taken; each begins with a start of all servers
	Phase    time.Duration // that each measurement of a round takes
	Ruleset  string        // of the games in which moves are made, one with a scorecard
	Progress func(what string, done, all int)
}

// subjects of a round of growth.
type growthSubject struct {
	name string
	// bar is what it may be at most at any size, compared with the smallest; 0 for what is only told.
	bar float64
	// once is how many calls are made at most, each about something else, so that nothing of it is in memory; 0 for as many
	// as there is time for.
	once int
	call func(*level, context.Context) error
}

// The bars.
const (
	moveBar = 1.25
	readBar = 1.5
)

const (
	// running is how many games are under way on each server.
	running = 64
	// tables is how many open tables the lobby shows: one page.
	tables = 50
	// known is how many finished games are read again and again.
	known = 64
	// unread is how many are read once a round.
	unread = 256
	// recordsPage is how long a page of records is, so that short lists have some too.
	recordsPage = 10
)

// growthSubjects are in the order in which they are measured: first what a server has not seen since its start.
func growthSubjects() []growthSubject {
	return []growthSubject{
		{"first move in a game since the start", moveBar, running, (*level).move},
		{"game, not read since the start", readBar, unread, (*level).unreadGame},
		{"move", moveBar, 0, (*level).move},
		{"game, one of 64", readBar, 0, (*level).knownGame},
		{"lobby", readBar, 0, (*level).lobby},
		{"records, first page", readBar, 0, (*level).records},
		{"records, any page", readBar, 0, (*level).deepRecords},
		{"changes, all", readBar, 0, (*level).allChanges},
		{"changes, none new", readBar, 0, (*level).newChanges},
		{"own games", readBar, 0, (*level).ownGames},
		{"own statistics", readBar, 0, (*level).ownStats},
		{"own games, the regular's", readBar, 0, (*level).regularGames},
		{"changes, none new, the regular's", readBar, 0, (*level).regularChanges},
		{"own statistics, the regular's", 0, 0, (*level).regularStats},
	}
}

// level is a Level that is measured.
type level struct {
	Level
	target     Target
	connection *http.Client
	chance     *rand.Rand
	player     *player // who moves
	readers    []*reader
	next       int      // of Public
	pages      []string // of records: paths
	listens    []float64
	ready      []float64
}

// reader is somebody who has played.
type reader struct {
	*caller
	cursor  string // after all changes so far
	renewed time.Time
	refresh string // with what it gets new tokens: its password, then its refresh token
}

// Growth measures servers on databases of different sizes in turn. The first failure is told in the error, beside the
// report.
func Growth(ctx context.Context, o GrowthOptions) (*GrowthReport, error) {
	r := &growing{GrowthOptions: o, report: &GrowthReport{Options: o}}
	for i := range o.Levels {
		r.levels = append(r.levels, &level{
			Level: o.Levels[i], connection: newConnections(1), chance: rand.New(rand.NewPCG(uint64(i), uint64(i))),
		})
		defer r.levels[i].connection.CloseIdleConnections()
	}
	for round := range o.Rounds {
		if err := r.round(ctx, round); err != nil {
			return nil, err
		}
	}
	for _, l := range r.levels {
		r.report.Listens = append(r.report.Listens, seconds(median(l.listens)))
		r.report.Ready = append(r.report.Ready, seconds(median(l.ready)))
	}
	return r.report, r.fault
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

type growing struct {
	GrowthOptions
	levels []*level
	report *GrowthReport
	done   int
	fault  error
}

func (r *growing) progress(what string) {
	if r.Progress != nil {
		r.Progress(what, r.done, r.Rounds*len(r.levels)*(1+len(growthSubjects())))
	}
	r.done++
}

// order is the order in which sizes are measured: it turns, so that none is always first.
func (r *growing) order(turn int) []int {
	order := make([]int, len(r.levels))
	for i := range order {
		order[i] = (i + turn) % len(r.levels)
	}
	return order
}

// round starts all servers, and measures each subject at all sizes, one right after another.
func (r *growing) round(ctx context.Context, round int) error {
	for _, i := range r.order(round) {
		l := r.levels[i]
		r.progress(fmt.Sprintf("start, %d games", l.Games))
		if err := l.start(ctx, r.Ruleset); err != nil {
			return err
		}
	}
	measured := make([][]Measure, 0, len(growthSubjects()))
	for n, s := range growthSubjects() {
		at := make([]Measure, len(r.levels))
		for _, i := range r.order(round + n) {
			r.progress(fmt.Sprintf("%s, %d games", s.name, r.levels[i].Games))
			m, err := r.phase(ctx, s, r.levels[i])
			if err != nil {
				return err
			}
			at[i] = m
		}
		measured = append(measured, at)
	}
	r.report.Rounds = append(r.report.Rounds, measured)
	return nil
}

// phase makes calls for a while.
func (r *growing) phase(ctx context.Context, s growthSubject, l *level) (Measure, error) {
	calls := &Calls{}
	l.player.calls = calls
	for _, who := range l.readers {
		who.calls = calls
		if err := who.renew(ctx); err != nil {
			return Measure{}, err
		}
	}
	if err := l.player.renew(ctx); err != nil {
		return Measure{}, err
	}
	before, began := usageOf(l.target.PID), time.Now()
	end := began.Add(r.Phase)
	made := 0
	for ; (s.once > 0 && made < s.once || s.once == 0 && time.Now().Before(end)) && ctx.Err() == nil; made++ {
		if err := s.call(l, ctx); err != nil {
			if r.fault == nil {
				r.fault = fmt.Errorf("%s, %d games: %w", s.name, l.Games, err)
			}
			break
		}
	}
	m := Measure{Elapsed: time.Since(began)}
	m.used(before, usageOf(l.target.PID))
	if err := ctx.Err(); err != nil {
		return m, err
	}
	m.count([]*Calls{calls}, append([]string{kindRead}, moveKinds...))
	return m, nil
}

const kindRead = "read"

// start starts the server, and sees to it that there is something to move in and to look at.
func (l *level) start(ctx context.Context, ruleset string) error {
	t, listens, ready, err := l.Start(ctx)
	if err != nil {
		return err
	}
	l.target = t
	l.listens, l.ready = append(l.listens, listens.Seconds()), append(l.ready, ready.Seconds())
	l.chance.Shuffle(len(l.Public), func(i, j int) { l.Public[i], l.Public[j] = l.Public[j], l.Public[i] })
	l.next = 0
	if l.player != nil {
		l.player.url = t.URL
		for _, who := range l.readers {
			who.url = t.URL
		}
		return nil
	}
	return l.prepare(ctx, ruleset)
}

// prepare signs everybody in, and makes games and tables. All but games is there after the next start of the server too.
func (l *level) prepare(ctx context.Context, ruleset string) error {
	c := newCaller(l.target, l.connection)
	boxes, err := boxesOf(ctx, c, ruleset)
	if err != nil {
		return err
	}
	l.player = &player{caller: c, plan: plan{ruleset: ruleset, boxes: boxes, games: running, seats: 2, holds: 1}}
	if err := l.player.signUp(ctx); err != nil {
		return err
	}
	for range running {
		if err := l.player.play(ctx); err != nil {
			return err
		}
	}
	for range tables {
		body := `{"ruleset":"` + ruleset + `","visibility":"public","seats":[{"kind":"me"},{"kind":"open"}]}`
		if _, err := l.player.post(ctx, kindCreate, "/v1/games", body); err != nil {
			return err
		}
	}
	for _, name := range l.Usernames {
		who := &reader{caller: newCaller(l.target, l.connection), refresh: `{"username":"` + name + `","password":"` + l.Password + `"}`}
		if err := who.renew(ctx); err != nil {
			return err
		}
		if who.cursor, err = who.lastChange(ctx); err != nil {
			return err
		}
		l.readers = append(l.readers, who)
	}
	return l.recordPages(ctx)
}

// renew gets new tokens where the old ones would end soon.
func (r *reader) renew(ctx context.Context) error {
	if time.Since(r.renewed) < tokenAge {
		return nil
	}
	r.token = ""
	if _, err := r.post(ctx, "token", "/v1/tokens", r.refresh); err != nil {
		return err
	}
	var tokens struct {
		AccessToken  string `json:"accessToken"`
		RefreshToken string `json:"refreshToken"`
	}
	if err := r.read(&tokens); err != nil {
		return err
	}
	r.token, r.refresh, r.renewed = tokens.AccessToken, `{"refreshToken":"`+tokens.RefreshToken+`"}`, time.Now()
	return nil
}

// lastChange is the cursor after all changes of one's games.
func (r *reader) lastChange(ctx context.Context) (string, error) {
	cursor := ""
	for {
		path := "/v1/me/changes?limit=200"
		if cursor != "" {
			path += "&cursor=" + url.QueryEscape(cursor)
		}
		var list struct {
			NextCursor string `json:"nextCursor"`
			More       bool   `json:"more"`
		}
		if err := r.get(ctx, path); err != nil {
			return "", err
		}
		if err := r.read(&list); err != nil {
			return "", err
		}
		cursor = list.NextCursor
		if !list.More {
			return cursor, nil
		}
	}
}

// recordLists are lists of records.
func recordLists() (paths []string) {
	for _, ruleset := range []string{"penta", "femlika", "bonanza"} {
		for _, kind := range []string{"solo", "table"} {
			for _, dice := range []string{"server", "client"} {
				paths = append(paths, "/v1/rulesets/"+ruleset+"/records?kind="+kind+"&dice="+dice)
			}
		}
	}
	return paths
}

// recordPages finds pages of all lists of records, from the first to the last.
func (l *level) recordPages(ctx context.Context) error {
	for _, list := range recordLists() {
		cursor := ""
		for {
			path := list + fmt.Sprintf("&limit=%d", recordsPage)
			if cursor != "" {
				path += "&cursor=" + url.QueryEscape(cursor)
			}
			l.pages = append(l.pages, path)
			var page struct {
				NextCursor string `json:"nextCursor"`
			}
			if err := l.readers[0].get(ctx, path); err != nil {
				return err
			}
			if err := l.readers[0].read(&page); err != nil {
				return err
			}
			if cursor = page.NextCursor; cursor == "" {
				break
			}
		}
	}
	return nil
}
