package profile

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestCalls: the stacks of both profiles in one tree, recursion folded.
func TestCalls(t *testing.T) {
	base := stacks(t, Notes{}, []string{"4 other;main", "6 leaf;moves;main"})
	head := stacks(t, Notes{}, []string{"16 leaf;moves;leaf;moves;main", "3 other;main", "1 rare;main"})
	root, err := Calls(base, head)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	var write func(c *Call, depth int)
	write = func(c *Call, depth int) {
		lines = append(lines, fmt.Sprintf("%s%s %.2f %.2f", strings.Repeat(" ", depth), c.Name, c.Base, c.Head))
		for _, called := range c.Calls {
			write(called, depth+1)
		}
	}
	write(root, 0)
	if want := []string{"all 1.00 1.00", " main 1.00 1.00", "  moves 0.60 0.80", "   leaf 0.60 0.80", "  other 0.40 0.15", "  rare 0.00 0.05"}; !slices.Equal(lines, want) {
		t.Errorf("got\n%s", strings.Join(lines, "\n"))
	}
	if alone, err := Calls(nil, head); err != nil || alone.Base != 0 || len(alone.Calls[0].Calls) != 3 {
		t.Errorf("alone: %+v, %v", alone, err)
	}
}
