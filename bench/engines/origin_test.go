package engines

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// TestAdmit: of the engines that another machine names, a worker runs only those of its
// own configuration, and only with options that cannot name a file.
func TestAdmit(t *testing.T) {
	f := &Finder{Config: &config.Config{Engines: []config.Engine{
		{Name: "mine", Command: "./mine", Options: []engine.Option{{Name: "Book", Value: "a.bin"}}, NullMoveOff: engine.Option{Name: "Pruning", Value: "none"}},
		{Name: "own", Command: config.SelfCommand},
	}}}
	option := func(name, value string) []engine.Option { return []engine.Option{{Name: name, Value: value}} }
	hash := strings.Repeat("0a", 20)
	for _, test := range []struct {
		name    string
		o       Origin
		allowed string
		want    string
	}{
		{"built-in", Origin{Name: "zugwatch", Options: option("Search", "modern,lmr=off")}, "", ""},
		{"of the configuration", Origin{Name: "mine", Options: option("Hash", "16")}, "", ""},
		{"switch", Origin{Name: "mine", Options: option("Ponder", "false")}, "", ""},
		{"as configured", Origin{Name: "mine", Options: option("Book", "a.bin")}, "", ""},
		{"null move off", Origin{Name: "mine", Options: option("Pruning", "none")}, "", ""},
		{"commit", Origin{Name: "mine", Revision: hash}, "", ""},
		{"own in a process", Origin{Name: "own", Options: option("NullMove", "off")}, "", ""},
		{"program", Origin{Name: "/bin/sh"}, "", `engine "/bin/sh" is not one that this worker runs`},
		{"nothing", Origin{}, "", `engine "" is not one that this worker runs`},
		{"not allowed", Origin{Name: "zugwatch"}, "mine", `engine "zugwatch" is not one that this worker runs`},
		{"allowed", Origin{Name: "mine"}, "mine", ""},
		{"branch", Origin{Name: "mine", Revision: "main"}, "", `revision "main" of engine mine is not the hash of a commit`},
		{"flag of git", Origin{Name: "mine", Revision: "--upload-pack=x"}, "", `revision "--upload-pack=x" of engine mine is not the hash of a commit`},
		{"mutant", Origin{Name: "zugwatch", Mutant: "null-chain", Options: option("Hash", "1")}, "", ""},
		{"mutant of another", Origin{Name: "mine", Mutant: "null-chain"}, "", `mutant "null-chain" of engine "mine" is none of the built-in one`},
		{"mutant of a commit", Origin{Name: "zugwatch", Mutant: "null-chain", Revision: hash}, "", `mutant "null-chain" of engine "zugwatch" is none of the built-in one`},
		{"text", Origin{Name: "mine", Options: option("Debug Log File", "log")}, "", `option "Debug Log File" of engine mine is a text (expected a number, a switch, or what the configuration of this worker says)`},
		{"other text", Origin{Name: "mine", Options: option("Book", "b.bin")}, "", `option "Book" of engine mine is a text (expected a number, a switch, or what the configuration of this worker says)`},
		{"network", Origin{Name: "zugwatch", Options: option("EvalFile", "net")}, "", `option "EvalFile" of engine zugwatch is a text (expected a number, a switch, or what the configuration of this worker says)`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			if err := f.CheckOrigin(test.o, strings.Fields(test.allowed)); err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

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
