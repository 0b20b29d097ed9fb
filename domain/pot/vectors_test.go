package pot_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"kast/domain/pot"
)

func readVectors(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile("../../openapi/conformance/vectors/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

func groupsOf(t *testing.T, setAside map[string]int) pot.Groups {
	t.Helper()
	var g pot.Groups
	for face, n := range setAside {
		g[atoi(t, face)] = uint8(n)
	}
	return g
}

func TestVectors_Holds(t *testing.T) {
	var vectors []struct {
		SetAsideGroups map[string]int
		Rolled, Held   []int
		Legal          bool
		Points         int
	}
	readVectors(t, "tiotusen-holds.json", &vectors)
	if len(vectors) != 300 {
		t.Fatalf("got %d vectors, want 300", len(vectors))
	}
	for i, v := range vectors {
		t.Run(strconv.Itoa(i)+fmt.Sprint(v.SetAsideGroups, v.Held, " of ", v.Rolled), func(t *testing.T) {
			g := groupsOf(t, v.SetAsideGroups)
			points, _, ok := pot.Hold(counts(v.Rolled...), counts(v.Held...), g)
			if points != v.Points || ok != v.Legal {
				t.Errorf("got %d, %t, want %d, %t", points, ok, v.Points, v.Legal)
			}
		})
	}
}

func TestVectors_Rolls(t *testing.T) {
	var vectors []struct {
		SetAsideGroups map[string]int
		FirstRoll      bool
		Dice           []int
		Outcome        string
		MostPoints     int
		ScoringFaces   []int
	}
	readVectors(t, "tiotusen-rolls.json", &vectors)
	if len(vectors) != 300 {
		t.Fatalf("got %d vectors, want 300", len(vectors))
	}
	for i, v := range vectors {
		t.Run(strconv.Itoa(i)+fmt.Sprint(v.SetAsideGroups, v.Dice), func(t *testing.T) {
			g, rolled := groupsOf(t, v.SetAsideGroups), counts(v.Dice...)
			want, ok := pot.ParseOutcome(v.Outcome)
			if !ok {
				t.Fatalf("no outcome %q", v.Outcome)
			}
			if got := pot.Classify(rolled, g, v.FirstRoll); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
			if got := pot.Most(rolled, g); got != v.MostPoints {
				t.Errorf("most: got %d, want %d", got, v.MostPoints)
			}
			if got := pot.ScoringFaces(rolled, g); !slices.Equal(got, v.ScoringFaces) {
				t.Errorf("scoring faces: got %v, want %v", got, v.ScoringFaces)
			}
		})
	}
}
