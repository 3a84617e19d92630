package engines

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestMateScore: the score of a mate reaches an engine as it is and one that is built.
func TestMateScore(t *testing.T) {
	settings := must.Get(config.Parse("zugwatch.yaml", []byte("engines:\n  - {name: go, command: go, mate-score: 20000}\n  - {name: mine, command: ./mine, mate-score: 30000}\n")))(t)
	f := &Finder{Config: settings, Own: settings.Own}
	if on, err := f.Find(t.Context(), "go"); err != nil || on.Command.MateScore != 20000 {
		t.Errorf("found: %d, %v", on.Command.MateScore, err)
	}
	on := Engine{Name: "mine"}
	if read := on.WithMateScore(t.Context(), 9000); read.Command.MateScore != 9000 || read.Open == nil || on.Command.MateScore != 0 {
		t.Errorf("read: %d", read.Command.MateScore)
	}
	b := &Builder{Settings: settings}
	if recipe, err := b.Recipe(f, "mine"); err != nil || recipe.command.MateScore != 30000 {
		t.Errorf("built: %d, %v", recipe.command.MateScore, err)
	}
}
