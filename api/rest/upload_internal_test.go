package rest

import (
	"runtime"
	"strings"
	"testing"
)

// A body takes little more memory than it is long, whatever it is full of. It runs alone: it looks at all that is allocated.
func TestReadUpload_memory(t *testing.T) {
	full := func(before, each, after string) string {
		return before + strings.Repeat(each, (maxLog-len(before)-len(after))/len(each)) + after
	}
	for _, c := range []struct {
		name, body string
		code       problemCode
	}{
		{"events", full(`{"events":[1`, `,1`, `]}`), codeTooLarge},
		{"objects", full(`{"events":[{}`, `,{}`, `]}`), codeTooLarge},
		{"names", full(`{"names":[""`, `,""`, `]}`), codeMalformed},
		{"a list that does not end", full(`{"events":[1`, `,1`, ``), codeMalformed},
	} {
		sent := []byte(c.body)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := readUpload(sent)
		runtime.ReadMemStats(&after)
		f, ok := known(err)
		if !ok || f.code != c.code {
			t.Errorf("%s: got %v, want %s", c.name, err, c.code)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 8<<20 {
			t.Errorf("%s: %d MB allocated", c.name, took>>20)
		}
	}
}
