package rules

import (
	"fmt"
	"io"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/epd"
)

// record writes the study down, to be searched to a depth in plies.
func (s *study) record(id string, depth int) (*epd.Record, error) {
	r := epd.Record{
		ID: id, Position: game.FromChess(s.position), Best: game.FromChessMoves(s.best...), Avoid: game.FromChessMoves(s.avoid...),
		MateIn: s.mate, HasMate: s.mate != 0, Result: s.result, Depth: depth,
	}
	if len(s.moves) > 0 {
		r.Start, r.Moves = game.FromChess(s.start), game.FromChessMoves(s.moves...)
	}
	line, err := epd.Format(nil, &r)
	if err != nil {
		return nil, err
	}
	return epd.Parse(string(line))
}

// Write writes what Generate made of the options as a suite with its header.
func Write(w io.Writer, o Options, records []epd.Record) error {
	out := epd.NewWriter(w)
	out.Comment(fmt.Sprintf(`title: Rules of chess
kind: rules
source: zugwatch suite generate rules --seed %d --count %d; positions drawn at random
license: positions and solutions are facts and free to use; selection, remarks and this header
  are part of Zugwatch and under its licence (MIT)
checked: a search of every move, with tables of endings of three pieces, proves bm, am, dm, win and draw; sd is the
  depth in which it does, and 0, 1, 3 or 5 plies more; two more where engines prune the solution at first
`, o.Seed, o.Count))
	for i := range records {
		if err := out.Write(&records[i]); err != nil {
			return err
		}
	}
	return out.Flush()
}
