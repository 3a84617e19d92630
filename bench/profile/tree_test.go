package profile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestCalls: the stacks of both profiles in one tree, recursion folded.
func TestCalls(t *testing.T) {
	base := stacks(t, Notes{}, []string{"4 other;main", "6 leaf;moves;main"})
	head := stacks(t, Notes{}, []string{"16 leaf;moves;leaf;moves;main", "3 other;main", "1 rare;main"})
	root := must.Get(Calls(base, head))(t)
	if want := []string{"all 1.00 1.00", " main 1.00 1.00", "  moves 0.60 0.80", "   leaf 0.60 0.80", "  other 0.40 0.15", "  rare 0.00 0.05"}; !slices.Equal(told(root), want) {
		t.Errorf("got\n%s", strings.Join(told(root), "\n"))
	}
	if alone, err := Calls(nil, head); err != nil || alone.Base != 0 || len(alone.Calls[0].Calls) != 3 {
		t.Errorf("alone: %+v, %v", alone, err)
	}
}

// told returns a tree in lines.
func told(root *Call) (lines []string) {
	var write func(c *Call, depth int)
	write = func(c *Call, depth int) {
		lines = append(lines, fmt.Sprintf("%s%s %.2f %.2f", strings.Repeat(" ", depth), c.Name, c.Base, c.Head))
		for _, called := range c.Calls {
			write(called, depth+1)
		}
	}
	write(root, 0)
	return lines
}

// TestCallsTo: the stacks kept by a baseline are the base beside a later profile. Rare
// calls are not kept, and of very many only the largest.
func TestCallsTo(t *testing.T) {
	base := stacks(t, Notes{}, []string{"400 other;main", "599 leaf;moves;main", "1 rare;main"})
	head := stacks(t, Notes{}, []string{"16 leaf;moves;leaf;moves;main", "3 other;main", "1 rare;main"})
	b := NewBaseline(summed(t, base), "r", "2026-01-02")
	before, err := b.CallsTo(head)
	if err != nil || before.Base != 0 || before.Head != 1 {
		t.Errorf("without calls: %+v, %v", before, err)
	}
	must.Do(t, b.KeepCalls(base))
	if len(b.Calls) != 4 {
		t.Errorf("kept %+v", b.Calls)
	}
	root := must.Get(b.CallsTo(head))(t)
	if want := []string{"all 1.00 1.00", " main 1.00 1.00", "  moves 0.60 0.80", "   leaf 0.60 0.80", "  other 0.40 0.15", "  rare 0.00 0.05"}; !slices.Equal(told(root), want) {
		t.Errorf("got\n%s", strings.Join(told(root), "\n"))
	}

	var wide []string
	for i := range 400 { // 1,601 calls, each with a share worth keeping
		wide = append(wide, fmt.Sprintf("%d d%d;c%d;b%d;a%d;main", 20+i%2*2, i, i, i, i))
	}
	many := stacks(t, Notes{}, wide)
	if err := b.KeepCalls(many); err != nil || len(b.Calls) != 801 || b.checkCalls() != nil {
		t.Errorf("%d calls, %v, %v", len(b.Calls), err, b.checkCalls())
	}

	for name, calls := range map[string][]Stack{"orphan": {{Depth: 1, Name: "a"}}, "gap": {{Depth: 0}, {Depth: 2}}, "negative": {{Depth: -1}}, "too much": {{Cum: whole + 1}}} {
		b.Calls = calls
		data := must.Get(b.Encode())(t)
		if _, err := DecodeBaseline(data); err == nil || !strings.Contains(err.Error(), "expected one below its caller") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
