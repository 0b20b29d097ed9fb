package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// progress shows how far a long command has come: on a terminal only, so that a log file does not fill with it.
type progress struct {
	w     io.Writer // nil shows nothing
	shown bool
}

func newProgress(w io.Writer) *progress {
	if f, ok := w.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return &progress{w: f}
		}
	}
	return &progress{}
}

// every is how many steps pass between two signs of life.
const every = 50

// step is called for each step, counting from 1.
func (p *progress) step(n int, what string) {
	if p.w != nil && n%every == 0 {
		fmt.Fprintf(p.w, "\r%d %s", n, what)
		p.shown = true
	}
}

// barWidth is how many characters a bar is long.
const barWidth = 40

// bar shows how much of something is done.
func (p *progress) bar(what string, done, all int) {
	if p.w == nil || all == 0 {
		return
	}
	full := barWidth * done / all
	fmt.Fprintf(p.w, "\r%-8s [%s%s] %3d %%", what, strings.Repeat("#", full), strings.Repeat(".", barWidth-full), 100*done/all)
	p.shown = true
}

// clear removes the line before something else is written, or at the end.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
