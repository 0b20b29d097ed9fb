package auth

import (
	"context"
	"errors"
	"sync"
	"testing"
)

func TestTurns(t *testing.T) {
	var all turns
	var going sync.WaitGroup
	counts := map[string]*int{"a": new(int), "b": new(int)}
	for range 100 {
		for key := range counts {
			going.Go(func() {
				release, err := all.take(t.Context(), key)
				if err != nil {
					t.Error(err)
					return
				}
				*counts[key]++ // the race detector sees two at once
				release()
			})
		}
	}
	going.Wait()
	if *counts["a"] != 100 || *counts["b"] != 100 {
		t.Errorf("%d and %d had their turn", *counts["a"], *counts["b"])
	}
	release, err := all.take(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := all.take(gone, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	release()
	if len(all.byKey) != 0 {
		t.Errorf("%d keys are kept", len(all.byKey))
	}
}
