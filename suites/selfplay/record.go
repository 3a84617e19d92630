package selfplay

import (
	"fmt"
	"io"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites/mates"
)

// license is the license line in the header of the suites.
const license = `positions and solutions are facts and free to use; selection, remarks and this header
  are part of Zugwatch and under its licence (MIT)`

// record returns the record of a problem. It keeps the ply number of the game, dm counts moves, and pv is the mate.
func (s *problem) record(number int) (*epd.Record, error) {
	r := epd.Record{
		ID: fmt.Sprintf("TSUME.%03d", number), Position: game.FromShogi(s.position),
		Best: game.FromShogiMoves(s.first), MateIn: (s.plies + 1) / 2, HasMate: true,
	}
	r.Set("c0", fmt.Sprintf(`"game %d"`, s.game))
	r.Set("pv", game.JoinMoves(game.FromShogiMoves(s.line...)))
	return reparse(&r)
}

// reparse returns a record as it is read from its line.
func reparse(r *epd.Record) (*epd.Record, error) {
	again, err := r.Reparse()
	if err != nil {
		return nil, fmt.Errorf("record %s: %w", r.ID, err)
	}
	return again, nil
}

// Write writes the problems as a suite with its header.
func (t *Tsume) Write(w io.Writer) error {
	o := t.options
	return epd.WriteSuite(w, fmt.Sprintf(`title: Proven tsume
kind: mates
source: zugwatch suite generate tsume --seed %d --mates %s --games %d --nodes %d --every %d;
  mates of %d games of the built-in engine for shogi against itself, with the pieces of the attacker that they do not
  need in the hand of the opponent; engine with signature %d (bench in zugwatch usi)
license: %s
checked: by a search of every check and every defence, dm is the shortest mate by checks, in moves, so that a mate of 5
  plies is dm 3; by proof numbers, bm is the only check that mates, in however many moves; by a search of every move
  and every defence to %d plies, no other move mates in as few, and nothing mates sooner; pv is the mate
`, o.Seed, mates.FormatLengths(o.Mates), o.Games, o.Nodes, o.Every, t.Games, t.Signature, license, o.Every), t.Records)
}
