package bench

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// usage is what a process has used so far.
type usage struct {
	cpu    time.Duration
	memory int64 // bytes in memory now
	known  bool
}

const (
	// tick is the unit of times in /proc, on all that Go runs on.
	tick = 10 * time.Millisecond
	// Fields of /proc/PID/stat, counted after the name, which is in brackets and may hold anything.
	userField, systemField, pagesField = 11, 12, 21
)

// usageOf reads what a process has used; nothing is known for 0, which stands for a process elsewhere.
func usageOf(pid int) usage {
	if pid == 0 {
		return usage{}
	}
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return usage{}
	}
	fields := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	if len(fields) <= pagesField {
		return usage{}
	}
	number := func(i int) int64 {
		n, _ := strconv.ParseInt(string(fields[i]), 10, 64)
		return n
	}
	return usage{
		cpu:    time.Duration(number(userField)+number(systemField)) * tick,
		memory: number(pagesField) * int64(os.Getpagesize()),
		known:  true,
	}
}

// Peak is how many bytes of memory a running process has had at most so far; 0 where that is not known.
func Peak(pid int) int64 {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(b, []byte("\nVmHWM:"))
	line, _, _ := bytes.Cut(rest, []byte(" kB"))
	n, _ := strconv.ParseInt(string(bytes.TrimSpace(line)), 10, 64)
	return n << 10
}
