package tune

import (
	"errors"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
)

const header = "# games seed=7 first=2 games=4 limit=nodes=200 hash=2 signature=12345\n"

func TestReadSamples(t *testing.T) {
	lines := "8/8/4k3/8/8/4K3/7R/8 w - - 9 90;650;1-0\n8/8/4k3/8/8/4K3/7r/8 b - - 0 1;-20;1/2-1/2\n"
	var b strings.Builder
	source, err := ReadSamples(strings.NewReader(header+lines), "x", func(s *Sample) error {
		b.WriteString(s.String() + "\n")
		return nil
	})
	if err != nil || b.String() != lines {
		t.Errorf("read %q, %v", b.String(), err)
	}
	want := Source{Seed: 7, First: 2, Games: 4, Limits: engine.Limits{Nodes: 200}, HashMB: 2, Signature: 12345}
	if source != want || source.String()+"\n" != header {
		t.Errorf("source is %+v", source)
	}
}

func TestReadSamplesErrors(t *testing.T) {
	const fen = "8/8/4k3/8/8/4K3/7R/8 w - - 9 90"
	tests := []struct{ name, text, want string }{
		{"empty", "", `g.txt:1: header "" (expected "# games seed=0 first=0 games=1 limit=nodes=2500 hash=2 signature=0")`},
		{"no header", fen + ";1;1-0", `g.txt:1: header "` + fen + `;1;1-0" (expected "# games seed=0 first=0 games=1 limit=nodes=2500 hash=2 signature=0")`},
		{"fields", header + fen + ";1", "g.txt:2: sample has 2 fields (expected FEN;score;result)"},
		{"score", header + fen + ";x;1-0", `g.txt:2: score "x" (expected centipawns)`},
		{"result", header + fen + ";1;*", `g.txt:2: result "*" (expected 1-0, 1/2-1/2 or 0-1)`},
		{"limit", "# games seed=7 first=2 games=4 limit=x hash=2 signature=1", `g.txt:1: limit "x" (expected key=value with depth, nodes, movetime, cputime or mate)`},
		{"receiver", header + fen + ";1;1-0\n" + fen + ";2;1-0", "g.txt:3: no more"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := ReadSamples(strings.NewReader(test.text), "g.txt", func(s *Sample) error {
				if s.Score == 2 {
					return errors.New("no more")
				}
				return nil
			})
			if err == nil || err.Error() != test.want {
				t.Errorf("error = %v\nwant    %s", err, test.want)
			}
		})
	}
	if _, err := ReadSamples(strings.NewReader(header+"8/8;1;1-0"), "g.txt", nil); err == nil || !strings.HasPrefix(err.Error(), "g.txt:2: ") {
		t.Errorf("error of a bad FEN = %v", err)
	}
}
