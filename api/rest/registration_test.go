package rest_test

import (
	"testing"

	"kast/api/rest"
)

// TestRegistrationClosed: nobody gets an account, not even a guest's; who has one goes on.
func TestRegistrationClosed(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, func(o *rest.Options) { o.Closed = true })
	w.secret("correct horse")
	w.nobody().post("/v1/accounts", object{}).refused(403, "registrationClosed")
	w.nobody().post("/v1/accounts", object{"username": "Eve", "password": "correct horse"}).refused(403, "registrationClosed")
	w.nobody().post("/v1/accounts", object{"nick": "Eve"}).refused(400, "malformed")
	if _, err := w.auth.AddAccount(t.Context(), "Ada", "correct horse"); err != nil {
		t.Fatal(err)
	}
	w.nobody().signedIn(w.nobody().post("/v1/tokens", object{"username": "Ada", "password": "correct horse"}).is(200)).get("/v1/me").is(200)
}
