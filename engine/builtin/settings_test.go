package builtin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/network"
	"github.com/zugwatch/zugwatch/engine/search"
)

// TestEvaluation checks that Eval overrides the evaluation of the preset, in whatever order they are set.
func TestEvaluation(t *testing.T) {
	preset := Defaults().Params.Eval
	other := search.Network
	if preset == other {
		other = search.Classic
	}
	name := search.Evaluations()[other]
	tests := []struct {
		name    string
		options []engine.Option
		want    search.Evaluation
		err     string
	}{
		{"default", nil, preset, ""},
		{"option", []engine.Option{{Name: "eval", Value: name}}, other, ""},
		{"of the preset", []engine.Option{{Name: "Search", Value: "modern,eval=" + name}}, other, ""},
		{"before the preset", []engine.Option{{Name: "Eval", Value: name}, {Name: "Search", Value: "modern"}}, other, ""},
		{"as the preset", []engine.Option{{Name: "Search", Value: "modern,eval=" + name}, {Name: "Eval", Value: "search"}}, other, ""},
		{"papers", []engine.Option{{Name: "Search", Value: "falcon"}}, search.Classic, ""},
		{"file", []engine.Option{{Name: "Eval", Value: "network"}, {Name: "EvalFile", Value: "my.zugnet"}}, search.Network, ""},
		{"unknown", []engine.Option{{Name: "Eval", Value: "guess"}}, 0, `option Eval: evaluation "guess" (expected classic or network)`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, err := Defaults().With(test.options)
			if test.err != "" {
				if err == nil || err.Error() != test.err {
					t.Fatalf("error %v, want %s", err, test.err)
				}
				return
			}
			if err != nil || s.Params.Eval != test.want {
				t.Errorf("evaluation %v (%v), want %v", s.Params.Eval, err, test.want)
			}
			if again, err := Defaults().With(s.Options()); err != nil || again != s {
				t.Errorf("settings are %+v (%v) after their own options, want %+v", again, err, s)
			}
		})
	}
}

// TestEvalFile checks that the weights come from the file, and that an error about an invalid file names it.
func TestEvalFile(t *testing.T) {
	dir := t.TempDir()
	n := network.Shape{Buckets: 1, Hidden: network.HiddenStep, Outputs: 1}.New()
	must.Do(t, n.Seal())
	var text strings.Builder
	must.Do(t, n.Write(&text))
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		must.Do(t, os.WriteFile(name, []byte(text), 0o600))
		return name
	}
	whole, short := write("whole", text.String()), write("short", text.String()[:1000])
	other := *n
	other.Base = "0123456789abcdef"
	must.Do(t, other.Seal())
	var based strings.Builder
	must.Do(t, other.Write(&based))
	tests := []struct{ name, file, want string }{
		{"another base", write("based", based.String()), "based: network corrects an evaluation with the digest 0123456789abcdef (expected "},
		{"whole", whole, ""},
		{"short", short, short + ": network is cut short"},
		{"foreign", write("foreign", "MZ"), "foreign: not a network of this version"},
		{"missing", filepath.Join(dir, "none"), "none: no such file or directory"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := must.Get(Defaults().With([]engine.Option{{Name: "Eval", Value: "network"}, {Name: "EvalFile", Value: test.file}}))(t)
			o, err := s.SearchOptions()
			switch {
			case test.want == "" && (err != nil || o.Network.Digest() != n.Digest()):
				t.Errorf("network %v, %v", o.Network, err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}
