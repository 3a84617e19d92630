package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/engine/chess"
)

// maxBoards is the most positions of one suite that are drawn.
const maxBoards = 24

// effects are what all gates measured, each beside what it allows.
func (r *Report) effects() doc.Document {
	var all doc.Effects
	add := func(subject string, results ...compare.Result) {
		for _, result := range results {
			for _, e := range result.Effects {
				all = append(all, doc.Effect{
					Name: doc.Quote(subject) + " " + doc.Sentence(e.What),
					Low:  100 * e.Low, Mean: 100 * e.Mean, High: 100 * e.High, Allowed: 100 * e.Allowed, Word: doc.Word(e.Verdict),
				})
			}
		}
	}
	for i := range r.Trials {
		if c := r.Trials[i].Comparison; c != nil {
			add(c.Suite.Name, c.Gates...)
		}
	}
	for i := range r.Races {
		add(r.Races[i].Suite, r.Races[i].Gate())
	}
	if len(all) == 0 {
		return nil
	}
	return doc.Document{all}
}

// foot says where the figures come from: the program, the suites, the engines and, where times
// are known, the machine.
func (r *Report) foot() doc.Document {
	var lines doc.Foot
	if r.Tool != "" {
		lines = append(lines, "made by zugwatch "+doc.Quote(r.Tool))
	}
	for i := range r.Trials {
		t := &r.Trials[i]
		if t.Run == nil {
			continue
		}
		lines = append(lines, doc.Textf("suite %s: digest %s, limits %s", t.Run.Suite.Name, t.Run.Suite.Digest, t.Run.Limits))
		if t.Base != nil {
			lines = append(lines, "base: "+engineText(t.Base.Engine))
		}
		lines = append(lines, "head: "+engineText(t.Run.Engine))
		if t.Timing != nil {
			h := &t.Timing.Host
			lines = append(lines, doc.Textf("measured on %s/%s, %s, ", h.OS, h.Arch, h.CPU)+doc.Plural(h.Cores, "core")+", "+doc.Plural(t.Timing.Workers, "worker")+", "+doc.Quote(h.Go))
		}
	}
	return doc.Document{lines}
}

// figures draw what a comparison found: the positions that changed, in how many nodes
// both runs solve them, and how these changed; nothing where the runs are not there.
func figures(t *Trial) (d doc.Document) {
	if t.Base == nil || t.Run == nil {
		return nil
	}
	if boards := changedBoards(t); len(boards) > 0 {
		d = append(d, boards)
	}
	runs := []namedRun{{"base", t.Base}, {"head", t.Run}}
	return append(d, solvedPlot(runs), shiftPlot(t.Base, t.Run))
}

// namedRun is a run and what it is called beside others.
type namedRun struct {
	name doc.Text
	run  *bench.Run
}

// solvedPlot is how many positions each run solves with so many nodes; without curves where
// none is solved.
func solvedPlot(runs []namedRun) doc.Plot {
	plot := doc.Plot{Title: "solved against nodes", X: "nodes to the solution", Y: "solved", Log: true, Steps: true}
	for _, r := range runs {
		var nodes []uint64
		for i := range r.run.Outcomes {
			if stable := r.run.Outcomes[i].Stable; stable != nil && stable.Nodes > 0 {
				nodes = append(nodes, stable.Nodes)
			}
		}
		if len(nodes) == 0 {
			continue
		}
		slices.Sort(nodes)
		curve := doc.Curve{Name: r.name + doc.Textf(", %d", len(nodes))}
		for i, n := range nodes {
			if i+1 == len(nodes) || nodes[i+1] != n {
				curve.Points = append(curve.Points, doc.Point{X: float64(n), Y: float64(i + 1), Label: doc.Textf("%d with %s nodes", i+1, doc.Grouped(n))})
			}
		}
		plot.Curves = append(plot.Curves, curve)
	}
	return plot
}

// shiftPlot are the factors by which the nodes to the solution changed of the positions that
// both runs solve, the least first; without a curve where none changed.
func shiftPlot(base, head *bench.Run) doc.Plot {
	type shift struct {
		id     string
		factor float64
	}
	var shifts []shift
	changed := false
	for i := range head.Outcomes {
		b, h := base.Outcomes[i].Stable, head.Outcomes[i].Stable
		if b != nil && h != nil && b.Nodes > 0 && h.Nodes > 0 {
			shifts = append(shifts, shift{head.Outcomes[i].ID, float64(h.Nodes) / float64(b.Nodes)})
			changed = changed || b.Nodes != h.Nodes
		}
	}
	plot := doc.Plot{Title: "change of the nodes to the solution", X: "share of the positions that both solve, in percent", Y: "factor, as a power of two"}
	if !changed {
		return plot
	}
	slices.SortStableFunc(shifts, func(a, b shift) int { return cmp.Compare(a.factor, b.factor) })
	curve := doc.Curve{Name: "head to base"}
	for i, s := range shifts {
		curve.Points = append(curve.Points, doc.Point{X: 100 * float64(i+1) / float64(len(shifts)), Y: math.Log2(s.factor), Label: doc.Quote(s.id) + " " + doc.Ratio(s.factor)})
	}
	plot.Curves = []doc.Curve{curve}
	return plot
}

// changedBoards are the positions that are solved no longer, or newly, those that lost most
// first.
func changedBoards(t *Trial) (boards doc.Boards) {
	c := t.Comparison
	add := func(index int, lines ...doc.Text) {
		if len(boards) < maxBoards && index >= 0 {
			if board, ok := boardOf(t, index); ok {
				board.Lines = append(lines, board.Lines...)
				boards = append(boards, board)
			}
		}
	}
	if c.Forms != nil {
		for _, p := range c.MovedForms() {
			add(t.changedForm(&p), doc.Textf("solved in %d of %d forms, before in %d", p.Head, p.Forms, p.Base))
		}
		return boards
	}
	for _, list := range ChangesOf(c) {
		for _, change := range list.List {
			if list.Word != "other move" {
				add(change.Index, doc.Text(list.Word))
			}
		}
	}
	return boards
}

// changedForm is the first form of a position whose result differs between the runs, -1 for
// none.
func (t *Trial) changedForm(p *compare.Position) int {
	for i := range t.Run.Outcomes {
		if b, h := &t.Base.Outcomes[i], &t.Run.Outcomes[i]; t.Run.Suite.Position(h.ID) == p.ID && b.Verdict != h.Verdict && (b.Verdict == bench.Solved) == (p.Head < p.Base) {
			return i
		}
	}
	return -1
}

// boardOf is a position of a comparison with what it asks for and what both runs play; false
// where the suite is not known.
func boardOf(t *Trial, index int) (board doc.Board, ok bool) {
	if t.Suite == nil || index >= len(t.Suite.Records) {
		return board, false
	}
	record, base, head := &t.Suite.Records[index], &t.Base.Outcomes[index], &t.Run.Outcomes[index]
	p := record.Position
	board = doc.Board{Name: doc.Quote(head.ID), Black: p.Side() == chess.Black}
	for square, letter := range placement(&p) {
		board.Squares[square] = letter
	}
	for _, m := range record.Best {
		board.Arrows = append(board.Arrows, arrow(m, doc.Asked))
	}
	for _, side := range []struct {
		word doc.Text
		o    *bench.Outcome
		kind doc.ArrowKind
	}{{"before", base, doc.Before}, {"now", head, doc.Now}} {
		if m, err := p.ParseSAN(side.o.Best); err == nil && !slices.Contains(record.Best, m) {
			board.Arrows = append(board.Arrows, arrow(m, side.kind))
		}
		board.Lines = append(board.Lines, side.word+": "+played(side.o))
	}
	if head.Want != "" {
		board.Lines = append(board.Lines, "asked: "+doc.Quote(head.Want))
	}
	board.Repeat = repeat(t, head.ID)
	return board, true
}

// repeat is the command that searches a position, or one form of it, again.
func repeat(t *Trial, id string) string {
	command := fmt.Sprintf("zugwatch run %s --filter=%s --limit %s", ShellWord(cmp.Or(t.File, t.Run.Suite.Name)), ShellWord(id), ShellWord(t.Run.Limits))
	if id != t.Run.Suite.Position(id) {
		command += fmt.Sprintf(" --forms %d", t.Run.Suite.Forms)
	}
	return command
}

// played is the answer of a run.
func played(o *bench.Outcome) doc.Text {
	if o.Verdict == bench.Faulted {
		return doc.Word(o.Fault)
	}
	text := doc.Quote(o.Best) + doc.Textf(", %s at depth %s, %s nodes", doc.Word(o.Score), depths(o), doc.Grouped(o.Nodes))
	if tried := o.Counters.NullTried; tried > 0 {
		text += doc.Textf(", %s null moves, %s of them cut", doc.Grouped(tried), shareOf(o.Counters.NullCut, tried))
	}
	return text
}

func arrow(m chess.Move, kind doc.ArrowKind) doc.Arrow {
	return doc.Arrow{From: int(m.From()), To: int(m.To()), Kind: kind}
}

// placement are the letters of the men by square, from a1 to h8.
func placement(p *chess.Position) map[int]byte {
	men := make(map[int]byte)
	ranks, _, _ := strings.Cut(p.FEN(), " ")
	for i, rank := range strings.Split(ranks, "/") {
		file := 0
		for _, letter := range []byte(rank) {
			if letter <= '8' {
				file += int(letter - '0')
				continue
			}
			men[8*(7-i)+file] = letter
			file++
		}
	}
	return men
}

// finite tells whether all are numbers that can be drawn.
func finite(values ...float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

// matrixHeat is a matrix by what each row solves, and the nodes that it takes where the
// limits leave them free.
func matrixHeat(t *matrix.Table) doc.Heat {
	heat := doc.Heat{Title: "solved and searched, the best of each column darkest", Columns: []doc.Text{"row"}}
	for _, c := range t.Columns {
		heat.Columns = append(heat.Columns, doc.Textf("%s, %s", c.Suite, c.Limits))
	}
	heat.Columns = append(heat.Columns, "nodes")
	for i := range t.Rows {
		r := &t.Rows[i]
		row := doc.HeatRow{Name: doc.Quote(strings.TrimSpace(cmp.Or(r.Search+" "+r.Policy, r.Engine)))}
		for k := range r.Cells {
			cell := doc.HeatCell{Value: math.NaN()}
			if totals := &r.Cells[k].Totals; totals.Asked > 0 {
				cell = doc.HeatCell{Text: doc.Count(totals.Solved), Value: float64(totals.Solved)}
			}
			row.Cells = append(row.Cells, cell)
		}
		row.Cells = append(row.Cells, doc.HeatCell{Text: doc.Grouped(r.Nodes), Value: -math.Log(float64(max(1, r.Nodes)))})
		heat.Rows = append(heat.Rows, row)
	}
	return heat
}

// leastCall is the share of the samples from which on a call is drawn.
const leastCall = 0.002

// Flame draws where the time goes: the base below the head where there is one.
func Flame(root *profile.Call, compared bool) doc.Flame {
	flame := doc.Flame{Title: "where the time goes"}
	if compared {
		flame.Title = "where the time goes; red takes a larger share than before, blue a smaller one"
	}
	var draw func(c *profile.Call, depth int, start float64)
	draw = func(c *profile.Call, depth int, start float64) {
		if c.Head < leastCall {
			return
		}
		frame := doc.Frame{Name: doc.Quote(c.Name), Depth: depth, Start: start, Share: c.Head, Base: c.Base}
		if !compared {
			frame.Base = -1
		}
		flame.Frames = append(flame.Frames, frame)
		for _, called := range c.Calls {
			draw(called, depth+1, start)
			start += called.Head
		}
	}
	draw(root, 0, 0)
	return flame
}
