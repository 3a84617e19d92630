package engines

import (
	"os"
	"reflect"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// TestProgram checks that a program carries the settings of its command, except those of one
// machine.
func TestProgram(t *testing.T) {
	here := must.Get(os.Executable())(t)
	of := uci.Command{Args: []string{"x"}, Protocol: uci.USI, Env: []string{"A=1"}, Options: []engine.Option{{Name: "Hash", Value: "1"}}, Allowance: uci.Allowance{Memory: 1}}
	command := of
	command.Path, command.Environ, command.Affinity = here, []string{"B=2"}, []int{1}
	p, file, is, err := (&Engine{Name: "mine", Command: command}).Program()
	if want := (Program{"mine", of}); err != nil || !is || file != here || !reflect.DeepEqual(p, want) {
		t.Errorf("got %+v in %s, %v\nwant %+v", p, file, err, want)
	}
	of.Path = "there"
	p.Command.Dir, p.Command.Environ, p.Command.Affinity = "d", []string{"B=2"}, []int{1}
	if made := p.EngineAt(t.Context(), "there"); made.Name != "mine" || made.Open == nil || !reflect.DeepEqual(made.Command, of) {
		t.Errorf("a copy is run by %+v\nwant %+v", made.Command, of)
	}
	own := must.Get(Builtin(t.Context(), builtin.Defaults(), false))(t)
	apart := must.Get(own.InOwnProcess(t.Context()))(t)
	for _, test := range []struct {
		name string
		e    Engine
		is   bool
		want string
	}{
		{"in this process", own, false, ""},
		{"in another", apart, false, ""},
		{"folder", Engine{Name: "mine", Command: uci.Command{Path: here, Dir: "d"}}, true, "engine mine works in folder d, which no other machine has (expected one without dir:)"},
		{"not there", Engine{Name: "mine", Command: uci.Command{Path: "./missing"}}, true, `engine mine: exec: "./missing": stat ./missing: no such file or directory`},
	} {
		_, _, is, err := test.e.Program()
		got := ""
		if err != nil {
			got = err.Error()
		}
		if is != test.is || got != test.want {
			t.Errorf("%s: %t, %s", test.name, is, got)
		}
	}
}
