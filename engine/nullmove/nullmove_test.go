package nullmove

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

func mustParse(t *testing.T, text string) Policy {
	t.Helper()
	return must.Get(Parse(text))(t)
}

// pliesOf returns the plain form of Table.Plies: the number of plies that a null search
// is shallower at the depth given.
func pliesOf(r Reduction, depth, surplus int, rich bool) int {
	n := r.row(depth, rich)
	if r.Step > 0 && surplus > 0 {
		n += min(int(r.Cap), (surplus-1)/int(r.Step))
	}
	return max(1, n)
}

// TestPaperR checks that names use R of the papers. R leaves out the ply of the pass, so a null search from depth d
// runs at d - R - 1.
func TestPaperR(t *testing.T) {
	for _, c := range []struct {
		policy         string
		depth, surplus int
		wantR          int
	}{
		{"r1", 5, 0, 1},
		{"r2", 12, 900, 2},
		{"r4", 3, 0, 4},
		{"adaptive2-3", 6, 0, 2},
		{"adaptive2-3", 7, 0, 3},
		{"adaptive3-4", 6, 0, 3},
		{"nmr3-4", 7, 0, 4},
		{"verified3", 20, 0, 3},
		{"formula", 6, 200, 3},
		{"formula", 6, 201, 4},
		{"formula", 9, 0, 4},
		{"formula", 12, 2000, 6},
		{"formula", 2, 0, 3},
		{"formula", 3, 201, 4},
		{"adaptive2-3at6", 5, 0, 2},
		{"adaptive2-3at6", 6, 0, 3},
		{"deep4", 3, 0, 3},
		{"deep4", 8, 0, 5},
		{"deep5", 8, 0, 6},
		{"sixth2", 5, 0, 2},
		{"sixth2", 12, 0, 4},
	} {
		got := pliesOf(mustParse(t, c.policy).Reduction, c.depth, c.surplus, true) - 1
		if got != c.wantR {
			t.Errorf("%s at depth %d, surplus %d: R = %d, want %d", c.policy, c.depth, c.surplus, got, c.wantR)
		}
	}
}

// TestBand holds Heinz's band: within it, High needs pieces on both sides.
func TestBand(t *testing.T) {
	r := mustParse(t, "adaptive2-3,band=2").Reduction
	for _, c := range []struct {
		depth int
		rich  bool
		want  int
	}{{6, true, 3}, {7, true, 4}, {7, false, 3}, {8, false, 3}, {9, false, 4}} {
		if got := pliesOf(r, c.depth, 0, c.rich); got != c.want {
			t.Errorf("depth %d, rich %t: %d plies, want %d", c.depth, c.rich, got, c.want)
		}
	}
}

// TestTableIsPlain proves the compiled form equal to the plain one.
func TestTableIsPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	reductions := []Reduction{}
	for _, p := range presets {
		reductions = append(reductions, p.Value.Reduction)
	}
	for range 50 {
		reductions = append(reductions, randomPolicy(rng).Reduction)
	}
	for _, r := range reductions {
		table := r.Compile()
		for depth := 0; depth <= MaxDepth; depth++ {
			for _, surplus := range surpluses(r) {
				for rich := range 2 {
					plain := pliesOf(r, depth, surplus, rich == 1)
					if fast := table.Plies(depth, surplus, rich); fast != plain {
						t.Fatalf("%+v depth %d surplus %d rich %d: table %d, plain %d", r, depth, surplus, rich, fast, plain)
					}
				}
			}
		}
	}
}

// surpluses lists values around every edge of the surplus term.
func surpluses(r Reduction) []int {
	list := []int{-40000, -1, 0, 1, 40000}
	for i := range maxCap + 2 {
		edge := int(r.Step) * i
		list = append(list, edge-1, edge, edge+1, edge+2)
	}
	return list
}

func randomPolicy(rng *rand.Rand) Policy {
	var p Policy
	for _, k := range form.Keys {
		for {
			if k.Set(&p, randomValue(rng)) {
				break
			}
		}
	}
	return p
}

func randomValue(rng *rand.Rand) string {
	words := []string{"off", "on", "none", "low", "pieces", "two", "cut", "verify", "confirm", "reduce", "one", "both", "score", "beta", "0", "1", "2", "3", "4", "5", "16", "2-3", "3-4", "7-2", "100", "200", "-50"}
	return words[rng.IntN(len(words))]
}

func TestTextRoundTrip(t *testing.T) {
	for _, p := range presets {
		if got := p.Value.String(); got != p.Name {
			t.Errorf("%s prints as %q", p.Name, got)
		}
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		p := randomPolicy(rng)
		text := p.String()
		if again, err := Parse(text); err != nil || again != p {
			t.Fatalf("%+v prints as %q, which reads as %+v, %v", p, text, again, err)
		}
	}
}

func TestZeroIsOff(t *testing.T) {
	if p := (Policy{}); p.On() || p.String() != "off" {
		t.Errorf("zero policy: on %t, text %q", p.On(), p.String())
	}
}

func TestParseChanges(t *testing.T) {
	p := mustParse(t, "r4,guard=none,min=1")
	want := fixed(4)
	want.Guard, want.MinDepth = GuardNone, 1
	if p != want {
		t.Errorf("got %+v, want %+v", p, want)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                 `null-move policy "" (expected one of off r1 `,
		"r9":               `null-move policy "r9" (expected one of off r1 `,
		"r3,":              `null-move policy "r3," ends with a comma (expected key=value)`,
		"r3,gaurd=none":    `unknown null-move policy key "gaurd" (expected one of r switch `,
		"r3,guard=some":    `null-move policy key guard=some (expected none, low, pieces, two)`,
		"r3,min=x":         `null-move policy key min=x (expected 0 to 100)`,
		"r3,min=101":       `null-move policy key min=101 (expected 0 to 100)`,
		"r3,margin=11000":  `null-move policy key margin=11000 (expected -10000 to 10000, or off)`,
		"r3,r=3-":          `null-move policy key r=3- (expected 0 to 20, low-high such as 3-4, or off)`,
		"r3,research=true": `null-move policy key research=true (expected on, off)`,
	} {
		_, err := Parse(text)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

// TestAgain checks that every confirming search has at least one ply, at every depth that is confirmed and for every
// null-search depth.
func TestAgain(t *testing.T) {
	for _, text := range []string{"deep4,high=confirm", "deep5,high=confirm,confirm=1", "deep5,high=confirm,within=4", "r3,r=10,high=confirm"} {
		p := mustParse(t, text)
		for depth := max(1, int(p.Confirm)); depth <= MaxDepth; depth++ {
			reduced := depth - pliesOf(p.Reduction, depth, 0, true)
			again := p.ConfirmDepth(depth, reduced)
			if again < 1 || again < reduced || p.Within > 0 && again < depth-int(p.Within) || again >= max(2, depth) {
				t.Errorf("%s at depth %d: null search at %d, confirmed at %d", text, depth, reduced, again)
			}
		}
	}
}

func TestConfirms(t *testing.T) {
	p := mustParse(t, "deep5,high=confirm,confirm=5,few=2")
	for _, c := range []struct {
		depth, pieces int
		want          bool
	}{{4, 1, false}, {5, 1, true}, {5, 2, true}, {5, 3, false}, {9, 3, false}} {
		if got := p.Confirms(c.depth, c.pieces); got != c.want {
			t.Errorf("depth %d with %d pieces: %t", c.depth, c.pieces, got)
		}
	}
	if p := mustParse(t, "deep5,high=confirm"); !p.Confirms(1, 9) {
		t.Error("few=0 does not confirm everywhere")
	}
	if p := mustParse(t, "deep5,high=verify"); p.Confirms(9, 1) {
		t.Error("another response confirms")
	}
}

func TestGuards(t *testing.T) {
	for _, c := range []struct {
		guard              Guard
		pieces, own, other int
		want               bool
	}{
		{GuardNone, 0, 0, 0, true},
		{GuardPieces, 0, 0, 900, false},
		{GuardPieces, 1, 320, 0, true},
		{GuardTwo, 1, 500, 0, false},
		{GuardTwo, 2, 640, 0, true},
		{GuardLow, 0, 0, 300, false},
		{GuardLow, 1, 300, 301, true},
		{GuardLow, 1, 301, 0, true},
	} {
		if got := c.guard.Admits(c.pieces, c.own, c.other); got != c.want {
			t.Errorf("guard %d with %d pieces, %d against %d: %t", c.guard, c.pieces, c.own, c.other, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range Names() {
		f.Add(name)
	}
	f.Add("r4,guard=none,min=1")
	f.Add("nmr3-4,dr=2,threat=4,margin=off")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(p.String()); err != nil || again != p {
			t.Errorf("%q reads as %+v, prints as %q, reads as %+v, %v", text, p, p.String(), again, err)
		}
	})
}
