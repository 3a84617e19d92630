package tsume

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// handWith returns so many golds and pawns.
func handWith(golds, pawns hand) hand {
	return golds<<handShift[shogi.Gold] | pawns<<handShift[shogi.Pawn]
}

// TestTable checks which entries apply to which hand and line: a mate with more in hand, a disproof with less, and
// one by repetition only with the same hand in the same line.
func TestTable(t *testing.T) {
	const board, here, there = 5, 7, 8
	var (
		open   = numbers{proof: 3, disproof: 4, loop: nowhere}
		mate   = numbers{disproof: infinite, length: 5, loop: nowhere}
		none   = numbers{proof: infinite, loop: nowhere}
		looped = numbers{proof: infinite, loop: 3}
		fresh  = numbers{proof: 1, disproof: 1, loop: nowhere}
	)
	for _, c := range []struct {
		name   string
		stored numbers
		line   uint64
		hand   hand
		want   numbers
	}{
		{"mate, the same hand", mate, there, handWith(1, 1), mate},
		{"mate, more in hand", mate, there, handWith(2, 1), mate},
		{"mate, less in hand", mate, here, handWith(1, 0), fresh},
		{"mate, another hand", mate, here, handWith(0, 9), fresh},
		{"none, the same hand", none, there, handWith(1, 1), none},
		{"none, less in hand", none, there, handWith(0, 1), none},
		{"none, more in hand", none, here, handWith(2, 1), fresh},
		{"by repetition, here", looped, here, handWith(1, 1), looped},
		{"by repetition, in another line", looped, there, handWith(1, 1), fresh},
		{"by repetition, less in hand", looped, here, handWith(0, 1), fresh},
		{"by repetition, more in hand", looped, here, handWith(2, 1), fresh},
		{"open, the same hand", open, there, handWith(1, 1), open},
		{"open, more in hand", open, here, handWith(2, 1), fresh},
	} {
		table := newTable(1)
		table.store(board, here, handWith(1, 1), c.stored, 1)
		if got := table.probe(board, c.line, c.hand); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		if got := table.probe(board+1, c.line, c.hand); got != fresh {
			t.Errorf("%s: another board has %+v", c.name, got)
		}
	}
}

// TestSum holds how a position's numbers come of its moves'.
func TestSum(t *testing.T) {
	open := func(proof, disproof uint32) numbers { return numbers{proof: proof, disproof: disproof, loop: nowhere} }
	mate := func(plies uint16) numbers { return numbers{disproof: infinite, length: plies, loop: nowhere} }
	none := func(loop uint16) numbers { return numbers{proof: infinite, loop: loop} }
	for _, c := range []struct {
		name     string
		attack   bool
		children []numbers
		want     numbers
		at       int
		second   uint32
	}{
		{"no check", true, nil, none(nowhere), 0, infinite},
		{"mated", false, nil, mate(0), 0, infinite},
		{"attack", true, []numbers{open(3, 1), open(2, 5), open(4, 1)}, open(2, 7), 1, 3},
		{"defence", false, []numbers{open(3, 4), open(2, 5), open(4, 1)}, open(9, 1), 2, 4},
		{"the shortest mate", true, []numbers{mate(4), mate(2), mate(6), open(1, 1)}, mate(3), 0, 0},
		{"the longest defence", false, []numbers{mate(3), mate(5), mate(1)}, mate(6), 0, infinite},
		{"none by all lines", true, []numbers{none(5), none(3), none(nowhere)}, none(3), 0, infinite},
		{"none by the best line", false, []numbers{none(5), none(7), open(1, 1), none(3)}, none(7), 0, 0},
		{"none by any line", false, []numbers{none(5), none(nowhere)}, none(nowhere), 0, 0},
		{"too long", true, []numbers{none(tooLong), none(4)}, none(tooLong), 0, infinite},
	} {
		f := frame{}
		for _, n := range c.children {
			f.children = append(f.children, child{numbers: n})
		}
		got, at, second := f.sum(c.attack)
		if got != c.want || len(c.children) > 0 && (at != c.at || second != c.second) {
			t.Errorf("%s: %+v, %d, %d, want %+v, %d, %d", c.name, got, at, second, c.want, c.at, c.second)
		}
	}
}

// sliders returns positions of few pieces far apart, in which checks often return to their first position.
func sliders(seed *random.Source) string {
	board := [81]string{}
	board[seed.Below(81)] = "k"
	pieces := []string{"+R", "+B", "R", "B", "G", "S", "+R", "+B", "L", "p", "p", "s", "n", "l", "g", "p", "N", "+P", "r", "b", "+r", "+b"}
	for range 2 + seed.Below(6) {
		if at := seed.Below(81); board[at] == "" {
			board[at] = pieces[seed.Below(len(pieces))]
		}
	}
	hands := []string{"", "G", "P", "S", "L", "2P", "N", "GP"}
	others := []string{"p", "2p", "gp", "g", "pn", "s", "9p", "l"}
	return placement(&board) + " b " + hands[seed.Below(len(hands))] + others[seed.Below(len(others))] + " 1"
}

// TestKnown checks that table entries after a search hold in every line. A fresh solver never proves the opposite,
// and there is a mate within the stored length.
func TestKnown(t *testing.T) {
	const nodes, anew = 2000, 3000
	s, other, exhaustive := newSolver(t), newSolver(t), NewExhaustive(ChecksAlone)
	seed := random.New(8, 0)
	checked := map[Verdict]int{}
	for range 120 {
		p, err := shogi.ParseSFEN(sliders(seed))
		if err != nil {
			continue
		}
		s.Solve(t.Context(), p, nodes)
		for q := range within(p, 3) {
			attack := q.Side() == p.Side()
			n := s.table.probe(q.BoardKey(), 1, handOf(&q, p.Side()))
			if n.proof > 0 && n.disproof > 0 {
				continue
			}
			found := other.Refute
			if attack {
				found = other.Solve
			}
			verdict := found(t.Context(), q, anew).Verdict
			if n.proof == 0 && verdict == NoMate || n.disproof == 0 && verdict == Mate {
				t.Errorf("%s: %+v is known of %s, which is %s", p.SFEN(), n, q.SFEN(), verdict)
			}
			checked[verdict]++
			if n.proof == 0 && attack {
				if plies, _, ok := exhaustive.Shortest(t.Context(), q, int(n.length), 20_000); ok && plies == 0 {
					t.Errorf("%s: a mate in %d plies is known of %s", p.SFEN(), n.length, q.SFEN())
				}
			}
		}
	}
	if checked[Mate] < 30 || checked[NoMate] < 300 {
		t.Errorf("checked only %v", checked)
	}
}

// TestRepeats holds what comes back to a position of the line: the same board with no more in
// the attacker's hand, and with the same side to move.
func TestRepeats(t *testing.T) {
	s := newSolver(t)
	s.frames[1] = frame{board: 5, hand: handWith(1, 2)}
	s.frames[2] = frame{board: 6, hand: handWith(1, 2)}
	for _, c := range []struct {
		name  string
		board uint64
		hand  hand
		want  bool
	}{
		{"the same", 5, handWith(1, 2), true},
		{"less in hand", 5, handWith(1, 1), true},
		{"more in hand", 5, handWith(2, 2), false},
		{"the other side to move", 6, handWith(1, 2), false},
	} {
		back, ok := s.repeats(4, &child{board: c.board, hand: c.hand})
		if ok != c.want || ok && back != 1 {
			t.Errorf("%s: %d, %t", c.name, back, ok)
		}
	}
}
