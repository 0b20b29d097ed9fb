package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

const hookSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"

// pushService is a receiver of notices, as somebody would write it who has read docs/webhook.md.
type pushService struct {
	*httptest.Server
	t *testing.T

	mu     sync.Mutex
	down   bool
	got    []pushed // each once
	failed []string // ids that came while it was down
}

type pushed struct {
	id, body  string
	Type      string
	Timestamp time.Time
	Data      struct {
		AccountID, GameID, Ruleset, Kind string
		Seq, Seat, Round, Placement      int
		OwnMove                          bool
	}
}

func newPushService(t *testing.T) *pushService {
	t.Helper()
	p := &pushService{t: t}
	p.Server = httptest.NewServer(p)
	t.Cleanup(p.Close)
	return p
}

func (p *pushService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		p.t.Error(err)
	}
	check, err := standard.NewWebhook(hookSecret)
	if err == nil {
		err = check.Verify(body, r.Header)
	}
	if err != nil || r.URL.String() != "/push/pathtoken?key=querytoken" {
		p.t.Errorf("%s: %v", r.URL, err)
	}
	n := pushed{id: r.Header.Get("webhook-id"), body: string(body)}
	if err := json.Unmarshal(body, &n); err != nil {
		p.t.Error(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.down {
		p.failed = append(p.failed, n.id)
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	if !slices.ContainsFunc(p.got, func(had pushed) bool { return had.id == n.id }) {
		p.got = append(p.got, n)
	}
}

// wait returns what the service has got once that is enough.
func (p *pushService) wait(enough func(got []pushed, failed []string) bool) []pushed {
	p.t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		p.mu.Lock()
		got, done := slices.Clone(p.got), enough(p.got, p.failed)
		p.mu.Unlock()
		if done {
			return got
		}
		if time.Now().After(end) {
			p.t.Fatalf("it did not come; got %d notices, the last %+v", len(got), got[max(0, len(got)-1):])
		}
	}
}

// A game of three phones with a push service: each is told when its turn has come, and of the end, also when the service
// was down and the server was stopped.
func TestServe_webhook(t *testing.T) {
	push := newPushService(t)
	db := filepath.Join(t.TempDir(), "kast.db")
	env := map[string]string{
		"KAST_WEBHOOK":        strings.Replace(push.URL, "http://", "http://operator:pass-word@", 1) + "/push/pathtoken?key=querytoken",
		"KAST_WEBHOOK_SECRET": hookSecret,
	}
	first := startServerWith(t, env, db, "--log-level", "debug")
	phones := &phones{t: t, http: client(t), url: first.url, byAccount: map[string]*phone{}}
	anna, bo, cia := phones.register("Anna"), phones.register("Bo"), phones.register("Cia")
	tb := newTable(phones, "femlika", "server", anna, bo, cia)

	told := func(seq int) func([]pushed, []string) bool { // the notice of the turn that came with this event is there
		return func(got []pushed, _ []string) bool {
			return slices.ContainsFunc(got, func(n pushed) bool { return n.Type == "game.yourTurn" && n.Data.Seq == seq })
		}
	}
	turns, before := 0, -1
	for tb.game.Status == "playing" && !t.Failed() {
		if seat := tb.game.Turn.Seat; seat != before { // nobody moves twice in a row
			turns, before = turns+1, seat
			got := push.wait(told(tb.game.Seq))
			n := got[len(got)-1]
			if n.Data.AccountID != tb.game.Seats[seat].AccountID || n.Data.GameID != tb.game.ID || n.Data.Seat != seat ||
				n.Data.Ruleset != "femlika" || n.Data.Kind != "account" || n.Data.Round != (turns+2)/3 || n.Timestamp.IsZero() {
				t.Errorf("turn %d: %s", turns, n.body)
			}
			if turns == 39 { // the last
				push.mu.Lock()
				push.down = true
				push.mu.Unlock()
			}
		}
		tb.play(1)
	}
	push.wait(func(_ []pushed, failed []string) bool { return len(failed) >= 3 })
	log := first.stop()

	push.mu.Lock()
	push.down = false
	failed := slices.Clone(push.failed)
	push.mu.Unlock()
	second := startServerWith(t, env, db, "--log-level", "debug")
	got := push.wait(func(got []pushed, _ []string) bool { return len(got) >= turns+3 })
	after := second.stop()
	if turns != 39 || len(got) != turns+3 {
		t.Errorf("%d turns, %d notices", turns, len(got))
	}
	var over []string
	for _, n := range got[min(turns, len(got)):] {
		over = append(over, n.Data.AccountID)
		own := n.Data.AccountID == tb.last.by.account
		if n.Type != "game.finished" || n.Data.Placement != tb.game.Seats[n.Data.Seat].Placement || n.Data.OwnMove != own ||
			n.Data.Seq != tb.game.Seq || !slices.Contains(failed, n.id) {
			t.Errorf("the end: %s, sent before as %v", n.body, failed)
		}
	}
	if slices.Sort(over); !slices.Equal(over, slices.Sorted(slices.Values([]string{anna.account, bo.account, cia.account}))) {
		t.Errorf("told of the end: %v", over)
	}
	for _, n := range got {
		for _, name := range []string{"Anna", "Bo", "Cia", "phone-"} {
			notContains(t, n.body, name)
		}
	}
	for _, ended := range []outcome{log, after} {
		if ended.code != exitOK {
			t.Errorf("exit code %d", ended.code)
		}
		contains(t, ended.err, "to=http://127.0.0.1:")
		for _, secret := range []string{"operator", "pass-word", "pathtoken", "querytoken", "whsec_", strings.TrimPrefix(hookSecret, "whsec_")} {
			notContains(t, ended.out+ended.err, secret)
		}
	}
	contains(t, log.err, "webhook fails", "status 502")
}

// Without a good address and secret the server does not start, and shows neither.
func TestServe_badWebhook(t *testing.T) {
	const address = "https://operator:pass-word@push.test/pathtoken?key=querytoken"
	for _, c := range []struct {
		name, url, secret string
		says              []string
	}{
		{"no secret", address, "", []string{"--webhook needs a secret in KAST_WEBHOOK_SECRET", "openssl rand -base64 32"}},
		{"a short secret", address, "whsec_c2hvcnQ=", []string{"KAST_WEBHOOK_SECRET: ", "24 to 64", "openssl rand -base64 32"}},
		{"no base64", address, "pass-word", []string{"KAST_WEBHOOK_SECRET: ", "base64"}},
		{"another scheme", strings.Replace(address, "https", "ftp", 1), hookSecret, []string{"--webhook: ", "http:// or https://"}},
		{"no URL", "operator:pass-word@pathtoken?querytoken%zz", hookSecret, []string{"--webhook: ", "http:// or https://"}},
	} {
		for _, way := range []string{"flag", "environment"} {
			t.Run(c.name+" by "+way, func(t *testing.T) {
				db := filepath.Join(t.TempDir(), "kast.db")
				env, args := map[string]string{"KAST_WEBHOOK_SECRET": c.secret}, []string{"serve", "--addr", "127.0.0.1:0", "--db", db}
				if way == "flag" {
					args = append(args, "--webhook", c.url)
				} else {
					env["KAST_WEBHOOK"] = c.url
				}
				got := kastWith(t, env, args...)
				if got.code != exitUsage || got.out != "" || strings.Count(got.err, "\n") != 1 {
					t.Errorf("exit code %d, output %q%q", got.code, got.out, got.err)
				}
				contains(t, got.err, c.says...)
				for _, secret := range []string{"operator", "pass-word", "pathtoken", "querytoken", "c2hvcnQ", "C2FVsBQ"} {
					notContains(t, got.err, secret)
				}
				if files, err := filepath.Glob(db + "*"); err != nil || len(files) > 0 {
					t.Errorf("it left %v, %v", files, err)
				}
			})
		}
	}
}
