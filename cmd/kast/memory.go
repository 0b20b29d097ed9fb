package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// spareMemory is how much is taken beside what is in use before garbage is collected, in bytes. By itself Go collects when as
// much again as is in use is garbage; a server has little in use, so that under load it would collect several times a second.
const spareMemory = 64 << 20

// maxGCPercent bounds it where hardly anything is in use.
const maxGCPercent = 400

// collectLess lets the process collect its garbage later, until stop is called: at most spareMemory is taken for that. Whoever
// has set GOGC has said what is wanted.
func collectLess(getenv func(string) string) (stop func()) {
	if getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(maxGCPercent) // hardly anything is in use yet
	var stopped atomic.Bool
	afterCollection(func() (again bool) {
		if stopped.Load() {
			return false
		}
		debug.SetGCPercent(gcPercent(liveHeap()))
		return true
	})
	return func() {
		stopped.Store(true)
		debug.SetGCPercent(before)
	}
}

// gcPercent is how much garbage there may be, in percent of what is in use.
func gcPercent(live uint64) int {
	return int(min(max(100, spareMemory*100/max(live, 1)), maxGCPercent))
}

// liveHeap is how much memory the last collection found in use, in bytes.
func liveHeap() uint64 {
	read := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(read)
	return read[0].Value.Uint64()
}

// afterCollection calls does after each collection of garbage, as long as that returns true.
func afterCollection(does func() (again bool)) {
	type garbage struct{ _ *garbage }
	runtime.AddCleanup(new(garbage), func(struct{}) {
		if does() {
			afterCollection(does)
		}
	}, struct{}{})
}
