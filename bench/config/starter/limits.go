package starter

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/engine/text"
)

// What suites are called that are tried in ways of their own.
const (
	GamesName = "games"
	PerftName = "perft"
)

// limits holds the limits of the suites, and settings about the nodes to a solution.
type limits struct {
	tactics, zugzwang, proven, mates string
	long, later                      string // of the suite of long mates, and how many more nodes a mate may take there
	kept, keptLater                  string // of the suite whose searches keep their state, and how many more nodes a solution may take there
	tree, race                       string // of the suites of nodes, which end where pruning broke down
	solution                         string // how many more nodes a solution may take
	games                            string // of each move of a game
	perft                            string // to which legal moves are counted
	ends                             string // when a search ends, for a comment
}

// keptPositions is the number of positions in a row whose searches keep their state, or that of the searches in a process
// that starts slowly.
const keptPositions = 40

// limits returns limits that the engine keeps and under which it reports what is judged. A silent engine that keeps
// a limit by nodes is searched in steps, as its time of solution is not known otherwise. Steps that solve nothing
// take twice the nodes of one search, so those of tactics go half as far.
func (o *Options) limits() limits {
	const uncounted = "\n    gate: {nodes-total: off}" // the suite of nodes judges the growth of trees
	l := limits{tactics: "nodes=50000", zugzwang: "nodes=200000", proven: "nodes=20000", mates: "nodes=10000", long: "nodes=50000", kept: "nodes=10000", tree: "depth=8,nodes=1000000", race: "depth=10,nodes=10000000", solution: "3%", later: "5%", keptLater: "5%", games: "nodes=500", perft: "depth=3"}
	if o.ByDepth {
		l.tactics, l.zugzwang, l.proven, l.mates, l.long = "depth=8", "depth=10", "depth=8", "depth=6"+uncounted, "depth=8"
		l.kept, l.tree, l.race, l.games = "depth=6", "depth=8", "depth=10", "depth=4"
	}
	l.kept += fmt.Sprintf(",keep-state=%d", max(keptPositions, o.Restart))
	switch {
	case !o.Silent && o.NoStops:
		l.solution, l.later = l.solution+", nodes-total: off", l.later+", nodes-total: off"
		l.zugzwang, l.proven = l.zugzwang+uncounted, l.proven+uncounted
		l.ends = "A search goes on when\n# it has the right answer, as the next ones of this engine depend on one that is stopped."
	case !o.Silent:
		const enough = ",stop-when-solved=3"
		l.tactics, l.zugzwang, l.proven, l.long = l.tactics+enough, l.zugzwang+enough, l.proven+enough, l.long+enough
		l.ends = "A search ends when three iterations in\n# a row had the right answer."
	case o.ByDepth:
		l.solution = "off, nodes-total: off"
		l.later = l.solution
		l.zugzwang, l.proven = l.zugzwang+uncounted, l.proven+uncounted
		l.ends = "This engine tells too\n# few of its iterations, so that it is not known how soon it finds a solution."
	default:
		l.tactics, l.long = "nodes=25600,steps=6,stop-when-solved=2", "nodes=25600,steps=6,stop-when-solved=2"
		l.zugzwang, l.proven = "nodes=204800,steps=7,stop-when-solved=2", "nodes=20480,steps=6,stop-when-solved=2"
		l.ends = "This engine tells too\n# few of its iterations, so that it is not known how soon it finds a solution. A position is\n# searched in steps, those of wac with 800 nodes, then with 1,600 and so on, until two in a\n# row had the right answer."
	}
	if o.Silent {
		l.keptLater = "off"
	}
	for name, limit := range map[string]*string{"wac": &l.tactics, "wac-kept": &l.kept, "zugzwang": &l.zugzwang, "zugzwang-proven": &l.proven, "mates": &l.mates, "long-mates": &l.long, "tree": &l.tree, GamesName: &l.games, PerftName: &l.perft} {
		usual, gate, found := strings.Cut(*limit, "\n")
		*limit = cmp.Or(o.Limits[name], usual)
		if ids := o.Without[name]; ids != "" {
			*limit += "\n    without: " + ids
		}
		if found {
			*limit += "\n" + gate
		}
	}
	return l
}

// SetLimit replaces the limit of a suite.
func (o *Options) SetLimit(suite, limit string) {
	if o.Limits == nil {
		o.Limits = make(map[string]string)
	}
	o.Limits[suite] = limit
}

// LeaveOut turns the entry of a suite into a comment that begins with the reason. Characters that a line of a comment may not
// have become question marks.
func (o *Options) LeaveOut(suite, why string) {
	if o.Left == nil {
		o.Left = make(map[string]string)
	}
	o.Left[suite] = text.ASCII(why)
}

// leaves returns why a suite is left out, and whether it is. That of counts needs an engine that was seen to count.
func (o *Options) leaves(suite string) (why string, left bool) {
	why, left = o.Left[suite]
	if !left && suite == PerftName && o.Limits[suite] == "" {
		return "the engine was not tried", true
	}
	return why, left
}

// commented returns a line of an entry, as a comment if the entry is left out.
func commented(out bool, line string) string {
	if out {
		return "  # " + strings.TrimPrefix(line, "  ")
	}
	return line
}

// withoutLeft returns the configuration with the entries of the suites that are left out as comments.
func (o *Options) withoutLeft(text string) string {
	var b strings.Builder
	out := false
	for line := range strings.Lines(text) {
		name, begins := strings.CutPrefix(line, "  - name: ")
		switch why, left := o.leaves(strings.TrimSpace(name)); {
		case begins && left:
			out = true
			b.WriteString("  # Left out: " + why + "\n")
		case begins || strings.TrimSpace(line) == "" || !strings.HasPrefix(line, "    "):
			out = false
		}
		b.WriteString(commented(out, line))
		if o.Related && strings.HasPrefix(line, "    forms: ") {
			b.WriteString(commented(out, "    preludes: related\n"))
		}
	}
	return b.String()
}
