package mined

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/epd"
)

// record returns the record of a finding. In it ce and acd hold the verified score and depth, pv the line, and c0 the
// best of the other moves.
func (f *verifiedPosition) record(number int) epd.Record {
	p := f.position
	r := epd.Record{ID: fmt.Sprintf("TAC.%04d", number), Position: game.FromChess(p), Best: game.FromChessMoves(f.Best)}
	r.Set("c0", fmt.Sprintf(`"next best %s %d"`, p.SAN(f.Second), f.Other))
	r.Set("acd", strconv.Itoa(f.Depth))
	r.Set("ce", strconv.Itoa(int(f.Score)))
	r.Set("pv", sanLine(p, f.PV))
	return r
}

// sanLine returns moves that are played one after the other from p.
func sanLine(p chess.Position, moves []chess.Move) string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = p.SAN(m)
		p = p.After(m)
	}
	return strings.Join(names, " ")
}

// Write writes what Generate made of the options as a suite with its header.
func (m *Mined) Write(w io.Writer, o Options) error {
	return epd.WriteSuite(w, fmt.Sprintf(`title: Mined tactics
kind: tactics
source: zugwatch suite generate tactics --count %d --seed %d --easy %d --hard %d;
  %d games of the built-in engine against itself, engine with signature %d (zugwatch bench)
license: positions and solutions are facts and free to use; selection, remarks and this header
  are part of Zugwatch and under its licence (MIT)
checked: by search without null moves, reductions, extensions and pruning, with %d nodes: ce is the value of bm
  and at least %d, c0 gives the best of the other moves, at most %d, both to depth acd, pv is the line; the engine
  misses one of the forms with %d nodes and solves one with %d
`, o.Count, o.Seed, o.Easy, o.Hard, m.Games, m.Signature, VerifyNodes, Win, Level, o.Easy, o.Hard), m.Records)
}
