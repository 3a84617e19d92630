package compare

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

func TestOverrun(t *testing.T) {
	base := runOf(t, "a solved Qg6 100", "b solved Qg6 100", "c solved Qg6 100")
	head := runOf(t, "a solved Qg6 100", "b crash-exit x 0", "c crash-exit x 0")
	quarantine := []Quarantine{{ID: "b", Reason: "later", Until: "2999-12-31"}}
	for name, test := range map[string]struct {
		gate Gate
		want bool
	}{
		"none is tolerated":    {Gate{}, true},
		"fewer are tolerated":  {Gate{MaxFaults: 1}, true},
		"as many":              {Gate{MaxFaults: 2}, false},
		"one is in quarantine": {Gate{MaxFaults: 1, Quarantine: quarantine, Today: "2026-11-21"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			c := must.Get(Compare(base, head, test.gate, Evidence{}))(t)
			if got := c.Overrun(); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
