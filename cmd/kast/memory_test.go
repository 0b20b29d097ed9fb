package main

import (
	"runtime"
	"runtime/metrics"
	"testing"
)

func TestGCPercent(t *testing.T) {
	for live, want := range map[uint64]int{
		0: 400, 1 << 20: 400, 16 << 20: 400, 32 << 20: 200, 64 << 20: 100, 1 << 30: 100,
	} {
		if got := gcPercent(live); got != want {
			t.Errorf("%d MiB in use: %d %%, want %d", live>>20, got, want)
		}
	}
}

// TestCollectLess: what the collector is told follows what is in use, and is as before in the end.
func TestCollectLess(t *testing.T) {
	told := func() int {
		read := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(read)
		return int(read[0].Value.Uint64())
	}
	before := told()
	collectLess(func(string) string { return "100" })()
	if got := told(); got != before {
		t.Errorf("GOGC was set, and it is %d %%, want %d", got, before)
	}
	stop := collectLess(func(string) string { return "" })
	used := make([]byte, 2*spareMemory)
	for range 100 {
		if runtime.GC(); told() == 100 {
			break
		}
	}
	if got := told(); got != 100 {
		t.Errorf("%d %% with %d MiB in use", got, len(used)>>20)
	}
	runtime.KeepAlive(used)
	stop()
	if got := told(); got != before {
		t.Errorf("%d %% in the end, want %d", got, before)
	}
}
