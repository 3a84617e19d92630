package selfplay

import (
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/suites"
)

// TestGenerateMiddle: there are as many positions as are asked for, and the same options give
// the first ones of more.
func TestGenerateMiddle(t *testing.T) {
	var texts []string
	for count := 2; count <= 3; count++ {
		found := &Middle{options: MiddleOptions{Seed: 1, Count: count, Nodes: 3000}}
		must.Do(t, found.collect(t.Context()))
		if len(found.Records) != count {
			t.Errorf("%d positions, want %d", len(found.Records), count)
		}
		text := text(t, found.Write)
		_, lines, _ := strings.Cut(text, "\nsfen ")
		texts = append(texts, lines)
	}
	if !strings.HasPrefix(texts[1], texts[0]) {
		t.Errorf("two positions are\n%sthree are\n%s", texts[0], texts[1])
	}
	for want, o := range map[string]MiddleOptions{
		"count is 0 (expected a number from 1 to 999)":          {Count: 0, Nodes: 1},
		"nodes are 0 (expected at least 1)":                     {Count: 1},
		"20 games have 0 positions (expected 1; ask for fewer)": {Count: 1, Nodes: 1},
	} {
		if _, err := GenerateMiddle(t.Context(), o); err == nil || err.Error() != want {
			t.Errorf("%+v: %v, want %q", o, err, want)
		}
	}
}

// TestEmbeddedMiddle checks that no position of the suite is in check, and that no two are equal up to symmetry.
func TestEmbeddedMiddle(t *testing.T) {
	s := must.Get(suites.Open("shogi-middle"))(t)
	for i := range s.Records {
		if p, _ := game.ToShogi(s.Records[i].Position); p.InCheck() || s.Records[i].Depth < middleShallow {
			t.Errorf("record %s", &s.Records[i])
		}
	}
	holdsApart(t, s)
}

// TestEmbeddedFiles checks that the default options give the suites. It needs the engine named in their headers,
// because another one plays other games.
func TestEmbeddedFiles(t *testing.T) {
	must.SkipUnlessSlow(t, "takes minutes")
	s := must.Get(suites.Open("tsume"))(t)
	engine := must.Get(signature(t.Context()))(t)
	if !strings.Contains(s.Source, " signature "+strconv.FormatUint(engine, 10)+" ") {
		t.Skipf("the engine has another signature, %d", engine)
	}
	o := TsumeDefaults()
	o.Workers = 2
	problems := must.Get(GenerateTsume(t.Context(), o))(t)
	middle := must.Get(GenerateMiddle(t.Context(), MiddleDefaults()))(t)
	for name, got := range map[string]string{
		"tsume":        text(t, problems.Write),
		"shogi-middle": text(t, middle.Write),
	} {
		if want := text(t, func(w io.Writer) error { return suites.Export(w, name) }); got != want {
			t.Errorf("%s: the options give another file", name)
		}
	}
}
