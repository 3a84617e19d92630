package bisect

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/must"
)

// history is a line of commits, named by their places in it, and what the engine
// answers at each, a word such as
//
//	solved 100    7/8 100    missed 100    faulted    broken    gone
//
// of one search or of as many forms as are named,
// where a broken one does not build and the machine fails at one that is gone.
type history struct {
	commits []string
	asked   []string // what was built, in order
	good    int      // the last that is known
	bad     int      // the first that is known
	skipped map[int]bool
}

func (h *history) commit(place int) revision.Commit {
	return revision.Commit{Hash: fmt.Sprintf("%040d", place), Subject: h.commits[place]}
}

func (h *history) place(of revision.Commit) (place int) {
	fmt.Sscan(of.Hash, &place)
	return place
}

func (h *history) Find(_ context.Context, label, name string) (engines.Variant, error) {
	parent := strings.HasSuffix(name, "^")
	place := h.place(revision.Commit{Hash: strings.TrimSuffix(name, "^")})
	if parent {
		place--
	}
	if place >= len(h.commits) {
		return engines.Variant{}, failure.Inputf("flag --%s: unknown", label)
	}
	return engines.Variant{Label: label, Commit: h.commit(place)}, nil
}

func (h *history) between(_ context.Context, good, bad revision.Commit) (search, error) {
	h.good, h.bad, h.skipped = h.place(good), h.place(bad), make(map[int]bool)
	if h.good >= h.bad {
		return nil, failure.Inputf("ends are the wrong way round")
	}
	return h, nil
}

// Next returns the commit nearest to the middle that was not skipped.
func (h *history) Next(context.Context) (next revision.Commit, done bool, suspects []revision.Commit, err error) {
	best := -1
	for place := h.good + 1; place < h.bad; place++ {
		suspects = append(suspects, h.commit(place))
		if !h.skipped[place] && (best < 0 || distance(2*place, h.good+h.bad) < distance(2*best, h.good+h.bad)) {
			best = place
		}
	}
	if best < 0 {
		return next, true, append(suspects, h.commit(h.bad)), nil
	}
	return h.commit(best), false, nil, nil
}

func distance(a, b int) int { return max(a-b, b-a) }

func (h *history) Left() (commits, steps int) {
	return h.bad - h.good, len(fmt.Sprintf("%b", h.bad-h.good-1))
}

func (h *history) MarkCommit(commit revision.Commit, state revision.State) {
	switch place := h.place(commit); state {
	case revision.Good:
		h.good = place
	case revision.Bad:
		h.bad = place
	default:
		h.skipped[place] = true
	}
}

func (h *history) answer(_ context.Context, of engines.Variant) (*answer, error) {
	place := h.place(of.Commit)
	h.asked = append(h.asked, fmt.Sprint(place))
	word, rest, _ := strings.Cut(h.commits[place], " ")
	answer := &answer{Outcome: bench.Outcome{ID: "p"}, Forms: 1}
	fmt.Sscan(rest, &answer.Nodes)
	switch word {
	case "solved":
		answer.Verdict, answer.Solved = bench.Solved, 1
	case "missed":
		answer.Verdict = bench.Missed
	case "faulted":
		answer.Verdict, answer.Fault = bench.Faulted, bench.FaultStart
	case "broken":
		return nil, failure.With(failure.Engine, errors.New("no compiler"))
	case "threads":
		return nil, failure.Inputf("several threads")
	default:
		if n, _ := fmt.Sscanf(word, "%d/%d", &answer.Solved, &answer.Forms); n == 2 {
			answer.Verdict = bench.Missed
			break
		}
		return nil, errors.New("disk is gone")
	}
	return answer, nil
}

// of returns a history, the lines that a bisection of it tells, and that bisection from its first to its last commit.
func of(metric Metric, commits ...string) (*history, *[]string, *bisection) {
	h, told := &history{commits: commits}, new([]string)
	o := &Options{
		Position: "p", Good: "0", Bad: fmt.Sprint(len(commits) - 1), Metric: metric,
		Tell: func(format string, args ...any) { *told = append(*told, fmt.Sprintf(format, args...)) },
	}
	return h, told, newBisection(o, h, "mine", "few", bench.Limits{Limits: engine.Limits{Depth: 3}}, 8)
}

// TestRun bisects histories to their ends.
func TestRun(t *testing.T) {
	const good, bad, more = "solved 100", "missed 100", "solved 900"
	tests := []struct {
		name     string
		metric   Metric
		commits  []string
		suspects string // their places
		steps    int
		skipped  int
	}{
		{"neighbours", Solved, []string{good, bad}, "1", 0, 0},
		{"first", Solved, []string{good, bad, bad, bad, bad}, "1", 2, 0},
		{"last", Solved, []string{good, good, good, good, bad}, "4", 2, 0},
		{"nodes do not matter", Solved, []string{good, more, more, bad, more, bad}, "3", 2, 0},
		{"solved does not matter", Nodes, []string{good, bad, bad, more, "missed 900"}, "3", 2, 0},
		{"nearer by the ratio", Nodes, []string{"solved 100", "solved 350", "solved 299", "solved 310", "solved 900"}, "3", 2, 0},
		{"fewer nodes", Nodes, []string{"solved 900", "solved 310", "solved 290", "solved 100"}, "2", 2, 0},
		{"one is broken", Solved, []string{good, good, "broken", good, bad, bad}, "4", 3, 1},
		{"one has threads", Solved, []string{good, "threads", bad, bad}, "1 2", 2, 1},
		{"one is faulted", Nodes, []string{good, "faulted", good, more}, "3", 2, 1},
		{"half of the forms", Solved, []string{"8/8", "4/8", "3/8", "0/8", "0/8"}, "2", 2, 0},
		{"chance between", Solved, []string{"8/8", "6/8", "5/8", "8/8", "7/8", "2/8"}, "5", 3, 0},
		{"none can be tried", Solved, []string{good, "broken", "faulted", bad}, "1 2 3", 2, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h, told, p := of(test.metric, test.commits...)
			result := must.Get(p.run(t.Context()))(t)
			var suspects []string
			for _, commit := range result.Suspects {
				suspects = append(suspects, fmt.Sprint(h.place(commit)))
			}
			if got := strings.Join(suspects, " "); got != test.suspects || result.Steps != test.steps || result.Skipped != test.skipped {
				t.Errorf("suspects are %s after %d steps, %d of them skipped, want %s after %d and %d\n%s",
					got, result.Steps, result.Skipped, test.suspects, test.steps, test.skipped, strings.Join(*told, "\n"))
			}
			if result.Suite != "few" || result.Position != "p" {
				t.Errorf("result is of %s, %s", result.Suite, result.Position)
			}
			seen := make(map[string]bool)
			for _, place := range h.asked {
				if seen[place] {
					t.Errorf("commit %s was built twice", place)
				}
				seen[place] = true
			}
		})
	}
}

// TestTold checks the lines that are told, in order.
func TestTold(t *testing.T) {
	tests := []struct {
		commits []string
		want    []string
	}{
		{[]string{"solved 10", "solved 11", "broken", "faulted", "missed 14", "missed 15"}, []string{
			"position p of few in 8 forms, limits depth=3",
			"good 0000000000: solved, 10 nodes (solved 10)",
			"bad 0000000000: missed, 15 nodes (missed 15)",
			"step 1: 5 commits are left, about 3 more to try",
			"skip 0000000000 broken: no compiler",
			"step 2: 5 commits are left, about 3 more to try",
			"skip 0000000000: faulted start-failed (faulted)",
			"step 3: 5 commits are left, about 3 more to try",
			"good 0000000000: solved, 11 nodes (solved 11)",
			"step 4: 4 commits are left, about 2 more to try",
			"bad 0000000000: missed, 14 nodes (missed 14)",
			"the first bad commit is one of these; only the last could be tried:",
			"  0000000000 broken", "  0000000000 faulted", "  0000000000 missed 14",
		}},
		{[]string{"8/8", "0/8", "0/8"}, []string{
			"position p of few in 8 forms, limits depth=3",
			"good 0000000000: solved in 8 of 8 forms, 0 nodes (8/8)",
			"bad 0000000000: solved in 0 of 8 forms, 0 nodes (0/8)",
			"step 1: 2 commits are left, about 1 more to try",
			"bad 0000000000: solved in 0 of 8 forms, 0 nodes (0/8)",
			"first bad commit: 0000000000000000000000000000000000000001 0/8",
			"before 0000000000: solved in 8 of 8 forms, 0 nodes (8/8)",
			"after 0000000000: solved in 0 of 8 forms, 0 nodes (0/8)",
		}},
	}
	for _, test := range tests {
		_, told, p := of(Solved, test.commits...)
		must.Get(p.run(t.Context()))(t)
		if got := strings.Join(*told, "\n"); got != strings.Join(test.want, "\n") {
			t.Errorf("told\n%s\nwant\n%s", got, strings.Join(test.want, "\n"))
		}
	}
}

// TestEnds: ends are refused if they do not differ clearly, fail, or are the wrong way
// round.
func TestEnds(t *testing.T) {
	tests := []struct {
		name    string
		metric  Metric
		commits []string
		kind    failure.Kind
		want    string
	}{
		{"good is not", Solved, []string{"missed 1", "missed 1"}, failure.Input, "revision good 0000000000 does not solve the position"},
		{"bad is not", Solved, []string{"solved 1", "solved 2"}, failure.Input, "revision bad 0000000000 solves the position"},
		{"good is not, in forms", Solved, []string{"0/8", "0/8"}, failure.Input, "revision good 0000000000 does not solve the position in any of 8 forms (expected a good one at --good)"},
		{"ends are alike", Solved, []string{"8/8", "6/8"}, failure.Input, "revision good 0000000000 solves the position in 8 of 8 forms and bad 0000000000 in 6 of 8 forms, p=0.2333 (expected ends that differ clearly: less than half as many at --bad, and p of at most 0.05)"},
		{"ends by chance", Solved, []string{"4/8", "1/8"}, failure.Input, "revision good 0000000000 solves the position in 4 of 8 forms and bad 0000000000 in 1 of 8 forms, p=0.1410"},
		{"bad is half as good", Solved, []string{"8/8", "4/8"}, failure.Input, "revision good 0000000000 solves the position in 8 of 8 forms and bad 0000000000 in 4 of 8 forms, p=0.0385"},
		{"equal nodes", Nodes, []string{"solved 7", "missed 7"}, failure.Input, "revisions good 0000000000 and bad 0000000000 search the same 7 nodes"},
		{"fault at the good one", Solved, []string{"faulted", "missed 1"}, failure.Engine, "engine mine at good 0000000000: "},
		{"fault at the bad one", Solved, []string{"solved 1", "faulted"}, failure.Engine, "engine mine at bad 0000000000: "},
		{"good one does not build", Solved, []string{"broken", "missed 1"}, failure.Engine, "no compiler"},
		{"bad one does not build", Nodes, []string{"solved 1", "broken"}, failure.Engine, "no compiler"},
		{"machine fails between", Solved, []string{"solved 1", "gone", "missed 1"}, failure.Machine, "disk is gone"},
		{"one commit", Solved, []string{"solved 1"}, failure.Input, "ends are the wrong way round"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, p := of(test.metric, test.commits...)
			result, err := p.run(t.Context())
			if result != nil || failure.Of(err) != test.kind || err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("result is %v, error of kind %v: %v", result, failure.Of(err), err)
			}
		})
	}
	_, _, p := of(Solved, "solved 1", "missed 1")
	p.Bad = "9"
	if _, err := p.run(t.Context()); err == nil || err.Error() != "flag --bad: unknown" {
		t.Errorf("unknown end: %v", err)
	}
}

// TestLocate finds positions in the suites of a configuration, and refuses limits.
func TestLocate(t *testing.T) {
	settings, err := config.Parse(config.FileName, []byte("suites:\n"+
		"  - {name: wac, kind: tactics, limit: nodes=9}\n"+
		"  - {name: again, suite: wac, kind: tactics, limit: depth=4}\n"+
		"  - {name: bk, kind: tactics, limit: movetime=1s}\n"+
		"  - {name: formed, suite: wac, kind: tactics, limit: nodes=9, forms: 4}\n"))
	must.Do(t, err)
	depth := &bench.Limits{Limits: engine.Limits{Depth: 9}}
	tests := []struct {
		name string
		o    Options
		want string // suite and limit, or how the error begins
	}{
		{"in one", Options{Position: "BK.01", Limit: depth, Forms: 1}, "bk depth=9 in 1 forms: BK.01"},
		{"in several", Options{Position: "WAC.001"}, `position "WAC.001" is in several suites (expected --suite with wac, again or formed)`},
		{"in the named one", Options{Position: "WAC.001", Suite: "again", Metric: Nodes}, "again depth=4 in 1 forms: WAC.001"},
		{"in none", Options{Position: "WAC.0O1", Suite: "wac"}, `position "WAC.0O1" is in no suite of zugwatch.yaml (expected an id of wac; did you mean `},
		{"no suite", Options{Position: "WAC.001", Suite: "wax"}, ""},
		{"in forms", Options{Position: "WAC.001", Suite: "formed", Forms: 3}, "formed nodes=9 in 3 forms: WAC.001 WAC.001/flip WAC.001/mirror"},
		{"in eight where nothing is said", Options{Position: "WAC.001", Suite: "wac"}, "wac nodes=9 in 8 forms: WAC.001 WAC.001/flip WAC.001/mirror WAC.001/turn WAC.001/2 WAC.001/flip2 WAC.001/mirror2 WAC.001/turn2"},
		{"a form", Options{Position: "WAC.001/turn2", Suite: "formed"}, "formed nodes=9 in 1 forms: WAC.001/turn2"},
		{"a form of none", Options{Position: "WAC.001/turn99", Suite: "wac"}, `position "WAC.001/turn99" is in no suite`},
		{"on a clock", Options{Position: "BK.01"}, "limit movetime=1s reads a clock"},
		{"fixed nodes", Options{Position: "WAC.001", Suite: "wac", Metric: Nodes}, "limit nodes=9 fixes the nodes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			chosen, suite, err := findPosition(settings, &test.o)
			if err == nil {
				err = checkLimit(&test.o, chosen.Limit, 1)
			}
			if err != nil {
				if failure.Of(err) != failure.Input || test.want == "" != (test.o.Suite == "wax") || !strings.HasPrefix(err.Error(), test.want) {
					t.Errorf("error of kind %v: %v", failure.Of(err), err)
				}
				return
			}
			got := fmt.Sprintf("%s %s in %d forms:", chosen.Name, chosen.Limit, len(suite.Records))
			for i := range suite.Records {
				got += " " + suite.Records[i].Key()
			}
			if got != test.want {
				t.Errorf("found %s, want %s", got, test.want)
			}
		})
	}
	r := &runner.Runner{Finder: engines.Finder{Config: settings, Own: builtin.Engines{Chess: builtin.Settings{Threads: 2}}}}
	if _, err := Run(t.Context(), r, &Options{Position: "BK.01", Limit: depth}); failure.Of(err) != failure.Input || !strings.HasPrefix(err.Error(), "flag --threads=2: ") {
		t.Errorf("several threads: %v", err)
	}
}

func TestParseMetric(t *testing.T) {
	for word, want := range map[string]Metric{"solved": Solved, "nodes": Nodes} {
		if got, err := ParseMetric(word); got != want || err != nil {
			t.Errorf("%s is %v, %v", word, got, err)
		}
	}
	if _, err := ParseMetric("speed"); failure.Of(err) != failure.Input {
		t.Errorf("speed: %v", err)
	}
}
