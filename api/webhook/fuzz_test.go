package webhook_test

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"kast/api/webhook"
)

// FuzzNewTarget reads an address and a secret of an operator's. What is taken is a place on the web, and shows no more of itself than
// scheme and host.
func FuzzNewTarget(f *testing.F) {
	for _, address := range []string{
		"https://push.test/hook?key=x", "http://[::1]:80", "https://anna:word@push.test", "https:push.test", "//push.test", "https://%zz/", "HTTPS://PUSH.test",
		"http://a\nb/", "http://a b/", "https://push.test#x", "https://@/",
	} {
		f.Add(address, secret)
		f.Add(address, "whsec_"+key(24)+" "+key(64))
	}
	f.Fuzz(func(t *testing.T, address, secret string) {
		target, err := webhook.NewTarget(address, secret)
		if err != nil {
			if !errors.Is(err, webhook.ErrURL) && !errors.Is(err, webhook.ErrSecret) || target.String() != "" {
				t.Errorf("%q: %v, %v", address, target, err)
			}
			return
		}
		if strings.ContainsAny(target.String(), "%[") {
			return // a zone or an escaped host, which is shown as it is meant
		}
		u, err := url.Parse(target.String())
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Path+u.RawQuery+u.Fragment != "" {
			t.Errorf("%q: %v, %v", address, target, err)
		}
		for word := range strings.FieldsSeq(secret) {
			if strings.Contains(fmt.Sprintf("%v %+v %#v %s", target, target, target, target), word) && !strings.Contains(address, word) {
				t.Errorf("%q: the secret shows in %v", address, target)
			}
		}
	})
}
