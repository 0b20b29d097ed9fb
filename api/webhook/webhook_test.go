package webhook_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"kast/api/webhook"
)

func key(n int) string { return base64.StdEncoding.EncodeToString([]byte(strings.Repeat("k", n))) }

func TestNewTarget(t *testing.T) {
	const address = "https://anna:pass-word@push.test:8443/hook/pathtoken?key=querytoken"
	for _, c := range []struct {
		name, url, secret string
		want              error
	}{
		{"https", address, secret, nil},
		{"http", "http://192.168.1.7/", key(32), nil},
		{"IPv6", "http://[::1]:80", key(24), nil},
		{"a secret with its newline", address, key(32) + "\n", nil},
		{"two secrets", address, key(32) + " whsec_" + key(64), nil},
		{"no URL", "", secret, webhook.ErrURL},
		{"no scheme", "push.test/hook/pathtoken", secret, webhook.ErrURL},
		{"another scheme", "ftp://push.test/", secret, webhook.ErrURL},
		{"a file", "file:///etc/passwd", secret, webhook.ErrURL},
		{"no host", "https:///hook/pathtoken", secret, webhook.ErrURL},
		{"a port alone", "https://:80/", secret, webhook.ErrURL},
		{"opaque", "https:push.test", secret, webhook.ErrURL},
		{"broken", "https://push.test/%zz?key=querytoken", secret, webhook.ErrURL},
		{"no secret", address, "", webhook.ErrSecret},
		{"spaces", address, " \n", webhook.ErrSecret},
		{"a short one", address, key(23), webhook.ErrSecret},
		{"a long one", address, key(65), webhook.ErrSecret},
		{"a prefix alone", address, "whsec_", webhook.ErrSecret},
		{"no base64", address, "whsec_" + strings.Repeat("%", 40), webhook.ErrSecret},
		{"one good, one bad", address, secret + " x", webhook.ErrSecret},
	} {
		got, err := webhook.NewTarget(c.url, c.secret)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
		var log strings.Builder
		slog.New(slog.NewTextHandler(&log, nil)).Info("x", "target", got, "error", err)
		fmt.Fprintf(&log, "%v %+v %s %#v", got, got, got, got)
		text := strings.ReplaceAll(log.String(), webhook.ErrSecret.Error(), "")
		for _, s := range []string{"anna", "pass-word", "pathtoken", "querytoken", key(24)[:30], secret[6:]} {
			if strings.Contains(text, s) {
				t.Errorf("%s: %q is in %s", c.name, s, text)
			}
		}
	}
}

// While the secret changes, a receiver with either is content.
func TestTwoSecrets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		to, err := webhook.NewTarget("https://push.test/", key(32)+" "+secret)
		if err != nil {
			t.Fatal(err)
		}
		ctx, seen := t.Context(), 0
		s := webhook.New(to, webhook.Options{Transport: roundTripper(func(_ http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			for _, one := range []string{key(32), secret} {
				check, err := standard.NewWebhook(one)
				if err == nil {
					err = check.Verify(body, r.Header)
				}
				if err != nil {
					t.Error(err)
				}
				seen++
			}
			other, err := standard.NewWebhook(key(33))
			if err != nil || other.Verify(body, r.Header) == nil {
				t.Errorf("signed with another secret, %v", err)
			}
		})})
		w.moves(1, w.notice(0))
		go s.Run(ctx, w.db)
		time.Sleep(time.Second)
		synctest.Wait()
		if seen != 2 {
			t.Errorf("%d signatures", seen)
		}
	})
}

// The signature on the page for receivers holds.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/webhook.md")
	if err != nil {
		t.Fatal(err)
	}
	find := func(pattern string) string {
		m := regexp.MustCompile(pattern).FindSubmatch(page)
		if m == nil {
			t.Fatalf("nothing like %s", pattern)
		}
		return string(m[1])
	}
	header := http.Header{}
	for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		header.Set(name, find(`(?m)^`+name+` +(\S+)$`))
	}
	check, err := standard.NewWebhook(find(`(?m)^KAST_WEBHOOK_SECRET +(\S+)$`))
	if err == nil {
		err = check.VerifyIgnoringTimestamp([]byte(find("```json\n(.*)\n```")), header)
	}
	if err != nil {
		t.Error(err)
	}
}
