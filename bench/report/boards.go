package report

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/figure"
)

// maxBoards is the largest number of positions of one suite that are drawn.
const maxBoards = 24

// changedBoards returns the positions that are solved no longer, or newly, those that lost most
// first.
func changedBoards(t *Trial) (boards doc.Boards) {
	c := t.Comparison
	add := func(index int, lines ...doc.Text) {
		if len(boards) < maxBoards {
			if board, ok := boardOf(t, index); ok {
				board.Lines = append(lines, board.Lines...)
				boards = append(boards, board)
			}
		}
	}
	if c.Forms != nil {
		for _, p := range c.MovedForms() {
			add(t.changedForm(&p), doc.Text(formCounts(c, p.ID)))
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

// changedForm returns the first form of a position whose result differs between the runs, -1 for
// none.
func (t *Trial) changedForm(p *compare.Position) int {
	for i := range t.Run.Outcomes {
		if b, h := &t.Base.Outcomes[i], &t.Run.Outcomes[i]; t.Run.Suite.Position(h.ID) == p.ID && b.Verdict != h.Verdict && (b.Verdict == bench.Solved) == (p.Head < p.Base) {
			return i
		}
	}
	return -1
}

// boardOf returns a position of a comparison with its question and the moves of both runs; false if the
// suite is not known.
func boardOf(t *Trial, index int) (board doc.Board, ok bool) {
	record := t.record(index)
	if record == nil {
		return board, false
	}
	base, head := &t.Base.Outcomes[index], &t.Run.Outcomes[index]
	p := record.Position
	board = figure.Board(doc.Quote(head.ID), p)
	for _, m := range record.Best {
		board.Arrows = append(board.Arrows, figure.Arrow(p.Game(), m, doc.Asked))
	}
	for _, side := range []struct {
		word doc.Text
		o    *bench.Outcome
		kind doc.ArrowKind
	}{{"before", base, doc.Before}, {"now", head, doc.Now}} {
		if m, err := p.ParseNotation(side.o.Best); err == nil && !slices.Contains(record.Best, m) {
			board.Arrows = append(board.Arrows, figure.Arrow(p.Game(), m, side.kind))
		}
		board.Lines = append(board.Lines, side.word+": "+playedText(side.o))
		if side.o.Iterations != nil {
			board.Lines = append(board.Lines, side.word+", by depth: "+answersByDepth(*side.o.Iterations))
		}
	}
	if head.Want != "" {
		board.Lines = append(board.Lines, "asked: "+doc.Quote(head.Want))
	}
	board.Repeat = repeat(t, head.ID)
	return board, true
}

// repeat returns the command that searches a position, or one form of it, again, with the options that
// the base did not have. A search that depends on those before it needs the whole suite.
func repeat(t *Trial, id string) string {
	command := "zugwatch run " + ShellWord(cmp.Or(t.File, t.Run.Suite.Name))
	if limits, err := bench.ParseLimits(t.Run.Limits); err != nil || limits.KeepState == 0 {
		command += " --filter=" + ShellWord(id)
	}
	command += " --limit " + ShellWord(t.Run.Limits)
	if id != t.Run.Suite.Position(id) {
		command += fmt.Sprintf(" --forms %d", t.Run.Suite.Forms)
	}
	for _, option := range t.Run.Engine.Options {
		if !option.IsReadOnly() && !slices.Contains(t.Base.Engine.Options, option) {
			command += " --option " + ShellWord(option.Name+"="+option.Value)
		}
	}
	return command
}

// playedText returns the answer of a run.
func playedText(o *bench.Outcome) doc.Text {
	if o.Verdict == bench.Faulted {
		return doc.Word(o.Fault)
	}
	text := doc.Quote(o.Best) + doc.Textf(", %s at depth %s, %s nodes", doc.Word(o.Score), depthCell(o), doc.Grouped(o.Nodes))
	switch {
	case o.Stable != nil:
		text += ", right since " + pointText(o.Stable)
	case o.Found != nil:
		text += ", right first at " + pointText(o.Found)
	}
	if tried := o.Counters.NullTried; tried > 0 {
		text += doc.Textf(", %s null moves, %s of them cut", doc.Grouped(tried), shareOf(o.Counters.NullCut, tried))
	}
	return text
}

// answersByDepth returns the answers of a search by depth, one for the depths that agree, with the score
// of the last of them.
func answersByDepth(list bench.Iterations) (text doc.Text) {
	for from := 0; from < len(list); {
		to := from
		for to+1 < len(list) && list[to+1].Best == list[from].Best {
			to++
		}
		if from > 0 {
			text += ", "
		}
		text += doc.Textf("%d", list[from].Depth)
		if to > from {
			text += doc.Textf("-%d", list[to].Depth)
		}
		text += " " + doc.Quote(list[to].Best) + " " + doc.Word(list[to].Score)
		from = to + 1
	}
	return text
}

func pointText(p *bench.Point) doc.Text {
	return doc.Textf("depth %d, node %s", p.Depth, doc.Grouped(p.Nodes))
}
