package enginetrial

import (
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// TestFindSwitches holds that options named after a rule are offered, where they are on and of the type check.
func TestFindSwitches(t *testing.T) {
	var declared []uci.Declared
	for _, line := range []string{
		"option name NullMove type check default true",
		"option name Late Move Pruning type check default true",
		"option name UseLMR type check default true",
		"option name Razoring type check default false",
		"option name Futility type spin default 90 min 0 max 900",
		"option name Ponder type check default true",
		"option name Use SEE type check default true",
		"option name Seed type check default true",
	} {
		declared = append(declared, must.Get(uci.ParseDeclared(line))(t))
	}
	var got []string
	for _, o := range findSwitches(declared) {
		got = append(got, o.Name+"="+o.Value)
	}
	if want := []string{"NullMove=false", "Late Move Pruning=false", "UseLMR=false", "Use SEE=false"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
