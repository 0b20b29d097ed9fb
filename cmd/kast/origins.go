package main

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// origins is the value of a flag that lists origins of web pages. The flag may be repeated.
type origins []string

// String is part of flag.Value.
func (o *origins) String() string { return strings.Join(*o, ",") }

// Set is part of flag.Value.
func (o *origins) Set(s string) error {
	for part := range strings.SplitSeq(s, ",") {
		part = strings.TrimSpace(part)
		u, err := url.Parse(part)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Scheme+"://"+u.Host != part ||
			strings.ContainsAny(part, "*?") || strings.ToLower(part) != part {
			return fmt.Errorf("%q is no origin, as https://play.example is", part)
		}
		if !slices.Contains(*o, part) {
			*o = append(*o, part)
		}
	}
	return nil
}
