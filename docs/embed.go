// Package docs holds the pages for people that the program itself can show:
// the rules of each game, in Swedish and English. The other pages of this
// folder are for readers of the source.
package docs

import "embed"

//go:embed rules/*.md
var rules embed.FS

// Rules returns the rules of a ruleset as Markdown, in the language "sv" or
// "en". It reports false where there is no such page.
func Rules(ruleset, lang string) (string, bool) {
	page, err := rules.ReadFile("rules/" + ruleset + "." + lang + ".md")
	if err != nil {
		return "", false
	}
	return string(page), true
}
