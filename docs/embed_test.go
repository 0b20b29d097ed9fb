package docs_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kast/docs"
)

var (
	rulesets  = []string{"penta", "femlika", "bonanza", "tiotusen"}
	languages = []string{"sv", "en"}
)

func TestRules(t *testing.T) {
	want := make(map[string]bool)
	for _, ruleset := range rulesets {
		for _, lang := range languages {
			name := ruleset + "." + lang + ".md"
			want[name] = true
			page, ok := docs.Rules(ruleset, lang)
			if !ok {
				t.Errorf("%s: no page", name)
				continue
			}
			if !strings.HasPrefix(page, "# ") {
				t.Errorf("%s does not begin with a heading of level 1", name)
			}
		}
	}
	files, err := os.ReadDir("rules")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !want[file.Name()] {
			t.Errorf("rules/%s belongs to no ruleset and language", file.Name())
		}
	}
}

func TestRules_unknown(t *testing.T) {
	for _, c := range [][2]string{{"penta", "de"}, {"yacht", "sv"}, {"", ""}, {"../rules/penta", "sv"}, {"penta.sv", ""}} {
		if page, ok := docs.Rules(c[0], c[1]); ok || page != "" {
			t.Errorf("Rules(%q, %q) found a page", c[0], c[1])
		}
	}
}

// Clients and comments in the code link to these headings of the English pages.
func TestRules_anchors(t *testing.T) {
	want := map[string][]string{
		"penta":    {"your-turn", "the-card", "bonus", "total", "strike", "a-further-five-of-a-kind", "joker", "the-best-choice", "clock", "giving-up", "winner"},
		"tiotusen": {"your-turn", "points", "groups", "joiners", "roll", "pot", "stop", "final-round", "own-pot", "best-play", "clock", "giving-up", "example"},
	}
	want["femlika"], want["bonanza"] = want["penta"], want["penta"]
	for _, ruleset := range rulesets {
		page, _ := docs.Rules(ruleset, "en")
		if got := anchors(page); !slices.Equal(got, want[ruleset]) {
			t.Errorf("%s: anchors %v, want %v", ruleset, got, want[ruleset])
		}
	}
}

// Both languages say the same, so they have the same headings in the same
// order, and a link inside a page leads to one of them.
func TestRules_sameShape(t *testing.T) {
	link := regexp.MustCompile(`\]\(#([^)]*)\)`)
	for _, ruleset := range rulesets {
		var shapes []string
		for _, lang := range languages {
			page, _ := docs.Rules(ruleset, lang)
			shapes = append(shapes, strings.Join(regexp.MustCompile(`(?m)^#+ `).FindAllString(page, -1), ""))
			for _, m := range link.FindAllStringSubmatch(page, -1) {
				if !slices.Contains(anchors(page), m[1]) {
					t.Errorf("%s.%s: no heading for #%s", ruleset, lang, m[1])
				}
			}
		}
		if shapes[0] != shapes[1] {
			t.Errorf("%s: the headings of sv and en differ:\n%s\n%s", ruleset, shapes[0], shapes[1])
		}
	}
}

// anchors lists the link targets of the headings of level 2 and 3.
func anchors(page string) []string {
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^##+ (.+)$`).FindAllStringSubmatch(page, -1) {
		list = append(list, strings.ReplaceAll(strings.ToLower(m[1]), " ", "-"))
	}
	return list
}
