package calibrate

import (
	"context"
	"math"
	"slices"
	"sort"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/effect"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/merge"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/suites"
)

// Scatter measures how two draws of one engine on one suite differ, and the cost of a form of each position.
type Scatter struct {
	Positions int           `json:"positions"`
	Forms     int           `json:"forms"`                   // of each position in each draw
	Twins     []string      `json:"twins,omitempty"`         // symmetries whose forms are no draws of their own: see compare.Comparison
	Missed    bool          `json:"missed_limits,omitempty"` // more searches missed the limit than a gate tolerates
	Changed   int           `json:"changed"`                 // forms that differ between the draws
	Asked     int           `json:"asked"`                   // forms that ask something, of both draws
	Solved    int           `json:"solved"`                  // of these
	Nodes     uint64        `json:"nodes"`                   // of one form of each position
	Wall      time.Duration `json:"wall_ns"`                 // of the same, with the workers at hand
	CPU       time.Duration `json:"cpu_ns,omitempty"`        // of the same, of all workers; 0: the engine does not tell
	// Never are the ids of positions that ask something and have no solved form in either draw.
	// Spent is the part of the nodes that they take. Both are empty for suites of kind nodes,
	// where such positions tell as much as others.
	Never []string `json:"never,omitempty"`
	Spent float64  `json:"never_nodes,omitempty"`
	// Left are the ids of positions that Options.LeaveOut leaves out. The other fields do not
	// count them. Saved is the part of the nodes that they took.
	Left  []string `json:"left,omitempty"`
	Saved float64  `json:"left_nodes,omitempty"`
	// Solution, Lost and Tree are the estimates that the gates make. Solution is the shift of the logarithm of the
	// nodes to the solution. Lost is the share of all forms that is lost. Tree is the shift of the logarithm of the
	// nodes.
	Solution effect.Estimate `json:"solution"`
	Lost     effect.Estimate `json:"lost"`
	Tree     effect.Estimate `json:"tree"`

	counts []effect.Solved // of the positions that are judged: of both draws together
	exact  bool            // the limits are
	nodes  bool            // they are reported
	// families returns what counts of the same positions are worth: see compare.Comparison.Families.
	families func([]effect.Solved) []effect.Family
}

// measureScatter searches both draws of a suite and compares them as its gate does. With
// Options.LeaveOut it then leaves out positions without a solved form.
func measureScatter(ctx context.Context, r *runner.Runner, on engines.Engine, chosen config.Suite, o *Options) (*Scatter, bench.Run, error) {
	chosen.Forms, chosen.First, chosen.Gate.Exact = 2*o.Forms, 0, false
	d, err := searchDraws(ctx, r, on, &chosen, o.Forms, o.Today)
	if err != nil {
		return nil, bench.Run{}, err
	}
	s, err := d.scatter(chosen.Gate)
	if err != nil || !o.LeaveOut {
		return s, *d.runs[0], err
	}
	idle := d.unsolvedToLeaveOut(s.Never, s.Positions, &chosen.Gate)
	if len(idle) == 0 {
		return s, *d.runs[0], nil
	}
	chosen.Without = slices.Concat(chosen.Without, idle)
	rest, err := d.withoutPositions(r.Config, &chosen, o.Forms, o.Today)
	if err != nil {
		return nil, bench.Run{}, err
	}
	all := s.Nodes
	if s, err = rest.scatter(chosen.Gate); err != nil {
		return nil, bench.Run{}, err
	}
	if s.Left = idle; all > 0 {
		s.Saved = 1 - float64(s.Nodes)/float64(all)
	}
	return s, *rest.runs[0], nil
}

// scatterOf compares two draws in as many forms of the same positions, which belong to these families.
func scatterOf(first, second *bench.Run, gate compare.Gate, families map[string]string) (*Scatter, error) {
	c, err := compare.Compare(first, renameForms(first, second), gate, compare.Evidence{Families: families})
	if err != nil {
		return nil, err
	}
	totals, others := first.Totals(), second.Totals()
	s := &Scatter{
		Positions: c.Positions, Forms: first.Suite.Forms, Twins: c.EquivalentSymmetries, Missed: c.MissesLimits(), Changed: c.Forms.Changed,
		Asked: totals.Asked + others.Asked, Solved: totals.Solved + others.Solved,
		Nodes:    (totals.Nodes + others.Nodes) / uint64(2*first.Suite.Forms),
		Solution: c.Forms.Solution, Lost: c.Forms.Lost, Tree: c.Tree(),
		exact: c.Exact, nodes: c.Work.Base > 0 && c.Work.Head > 0, families: c.Families,
	}
	if gate.Axis != compare.Nodes {
		s.Never, s.Spent = neverSolved(first, second)
	}
	for _, p := range c.Forms.Counts() {
		s.counts = append(s.counts, effect.Solved{Base: p.Base + p.Head, Forms: 2 * p.Forms})
	}
	return s, nil
}

// neverSolved returns the positions with a question that are solved in no form of two draws, and their share of all
// nodes. The positions are in the order of the suite.
func neverSolved(first, second *bench.Run) (ids []string, spent float64) {
	missed, nodes := make(map[string]bool), make(map[string]uint64) // of all forms of a position
	var order []string
	all, lost := uint64(0), uint64(0)
	for _, draw := range []*bench.Run{first, second} {
		for i := range draw.Outcomes {
			o := &draw.Outcomes[i]
			id, _ := suites.FormOf(o.ID)
			if _, known := missed[id]; !known {
				order, missed[id] = append(order, id), true
			}
			missed[id] = missed[id] && o.Verdict == bench.Missed
			nodes[id] += o.Nodes
			all += o.Nodes
		}
	}
	for _, id := range order {
		if missed[id] {
			ids = append(ids, id)
			lost += nodes[id]
		}
	}
	if all > 0 {
		spent = float64(lost) / float64(all)
	}
	return ids, spent
}

// renameForms returns the second draw as if it were of the forms of the first. It has their names and questions, as
// the forms of a position mean the same.
func renameForms(first, second *bench.Run) *bench.Run {
	same := *second
	same.Suite = first.Suite
	same.Outcomes = make([]bench.Outcome, len(second.Outcomes))
	for i := range same.Outcomes {
		same.Outcomes[i] = second.Outcomes[i]
		if i < len(first.Outcomes) {
			o := &first.Outcomes[i]
			same.Outcomes[i].ID, same.Outcomes[i].Want, same.Outcomes[i].MaxPoints = o.ID, o.Want, o.MaxPoints
		}
	}
	return &same
}

// leastLost returns the smallest number of solved forms whose loss fails, in so many forms of each position. Chance
// must explain the loss with at most the risk (see effect.FamilyPValue). If beyond is above 0, the interval of their
// share of all forms must lie beyond it as well. Whole positions are lost, those solved in most forms first; all
// others stay as they are. It is 0 if even the loss of all does not suffice.
func (s *Scatter) leastLost(forms int, risk, beyond float64) (lost, solved int) {
	positions := s.unchangedForms(forms)
	for _, p := range positions {
		solved += p.Base
	}
	lost = sort.Search(solved+1, func(n int) bool {
		worse := loseForms(positions, n)
		return (beyond == 0 || effect.EstimateLoss(worse).Low(risk) > beyond) && effect.FamilyPValue(s.families(worse)) <= risk
	})
	if lost > solved {
		return 0, solved
	}
	return lost, solved
}

// loseForms returns the positions with n fewer forms solved by the head, from those that are solved in
// most forms first.
func loseForms(positions []effect.Solved, n int) []effect.Solved {
	worse := slices.Clone(positions)
	order := make([]int, len(worse))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return worse[b].Base - worse[a].Base })
	for _, i := range order {
		lost := min(n, worse[i].Head)
		worse[i].Head -= lost
		worse[i].Flipped += lost
		n -= lost
	}
	return worse
}

// draws returns the number of independent draws among so many forms of a position, without forms that are searched
// as others.
func (s *Scatter) draws(forms int) int {
	return forms * (suites.Symmetries - len(s.Twins)) / suites.Symmetries
}

// isLossExplained reports whether chance would explain the loss of all solved forms, in so many of each position,
// with more than the risk. The gate then judges nothing.
func (s *Scatter) isLossExplained(forms int, risk float64) bool {
	positions := s.unchangedForms(forms)
	for i := range positions {
		positions[i].Head = 0
	}
	return effect.FamilyPValue(s.families(positions)) > risk
}

// unchangedForms returns in how many draws of so many forms each position is solved that is judged, by both sides.
// A position without forms stays without.
func (s *Scatter) unchangedForms(forms int) []effect.Solved {
	forms = s.draws(forms)
	positions := make([]effect.Solved, len(s.counts))
	for i, p := range s.counts {
		if p.Forms > 0 {
			solved := int(math.Round(float64(p.Base*forms) / float64(p.Forms)))
			positions[i] = effect.Solved{Base: solved, Head: solved, Forms: forms}
		}
	}
	return positions
}

// draws are two runs of one engine on a suite. They share no form.
type draws struct {
	suite *suites.Suite // in the forms of both
	runs  [2]*bench.Run
	times [2]*bench.Timing
	wall  time.Duration // of one form of all positions, with the workers at hand
}

// searchDraws searches both draws. It reports up to 2 % of forms with faults and leaves these forms out. More are an error
// of the kind Engine, unless the gate tolerates them.
func searchDraws(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite, forms int, today string) (*draws, error) {
	d := new(draws)
	var err error
	if d.suite, err = r.Config.OpenForGate(chosen, today); err != nil {
		return nil, err
	}
	for i := range d.runs {
		part, err := d.suite.FormsBetween(i*forms, (i+1)*forms)
		if err != nil {
			return nil, err
		}
		run, timing, err := r.Run(ctx, on, part, bench.Config{Limits: chosen.Limit, MaxFaults: max(chosen.Gate.MaxFaults, runner.FaultLimit(len(part.Records)))})
		if err != nil {
			return nil, err
		}
		if totals := run.Totals(); totals.Faults() > chosen.Gate.MaxFaults {
			fault := runner.FaultError(run, timing)
			if totals.Faults() > bench.FewMissedLimits(len(part.Records)) {
				return nil, fault
			}
			r.Tell("%v; tolerated, and its forms do not count", fault)
		}
		d.runs[i], d.times[i] = run, timing
		d.wall += wall(r, timing) / time.Duration(2*forms)
	}
	return d, nil
}

// wall returns how long a run takes with the workers of this machine, also where others have
// searched.
func wall(r *runner.Runner, t *bench.Timing) time.Duration {
	if r.Farm == nil {
		return t.Wall
	}
	return t.Searched() / time.Duration(r.Workers)
}

// scatter compares the draws as a gate does.
func (d *draws) scatter(gate compare.Gate) (*Scatter, error) {
	s, err := scatterOf(d.runs[0], d.runs[1], gate, d.suite.Families())
	if err != nil {
		return nil, err
	}
	s.Wall, s.CPU = d.wall, (d.times[0].CPU()+d.times[1].CPU())/time.Duration(2*s.Forms)
	return s, nil
}

// unsolvedToLeaveOut returns the never solved positions that can be left out. A position that asks for a mate of a
// length stays, since an engine may claim a wrong one. So do all positions of suites of mates, and those
// that the gate names. All stay where the rest would be too few for an interval.
func (d *draws) unsolvedToLeaveOut(never []string, positions int, gate *compare.Gate) (ids []string) {
	if gate.Axis != compare.Tactics && gate.Axis != compare.Zugzwang {
		return nil
	}
	kept := make(map[string]bool)
	for i := range d.suite.Records {
		if r := &d.suite.Records[i]; r.HasMate {
			kept[r.Key()] = true
		}
	}
	for _, id := range never {
		if !kept[id] && !gate.Names(id) {
			ids = append(ids, id)
		}
	}
	if positions-len(ids) < compare.MinInterval {
		return nil
	}
	return ids
}

// withoutPositions returns the draws of a suite that leaves out more positions.
func (d *draws) withoutPositions(c *config.Config, chosen *config.Suite, forms int, today string) (*draws, error) {
	rest := new(draws)
	var err error
	if rest.suite, err = c.OpenForGate(chosen, today); err != nil {
		return nil, err
	}
	for i := range d.runs {
		part, err := rest.suite.FormsBetween(i*forms, (i+1)*forms)
		if err != nil {
			return nil, err
		}
		if rest.runs[i], err = merge.Outcomes(part, d.runs[i]); err != nil {
			return nil, err
		}
		rest.times[i] = merge.Times(part, d.times[i])
	}
	all, left := d.times[0].Searched()+d.times[1].Searched(), rest.times[0].Searched()+rest.times[1].Searched()
	if all > 0 {
		rest.wall = time.Duration(float64(d.wall) * (float64(left) / float64(all)))
	}
	return rest, nil
}
