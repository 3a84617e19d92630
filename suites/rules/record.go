package rules

import (
	"fmt"
	"io"

	"github.com/zugwatch/zugwatch/epd"
)

// Write writes what Generate made of the options as a suite with its header.
func Write(w io.Writer, o Options, records []epd.Record) error {
	return epd.WriteSuite(w, fmt.Sprintf(`title: Rules of chess
kind: rules
source: zugwatch suite generate rules --seed %d --count %d; positions drawn at random
license: positions and solutions are facts and free to use; selection, remarks and this header
  are part of Zugwatch and under its licence (MIT)
checked: a search of every move, with tables of endings of three pieces, proves bm, am, dm, win and draw; sd is the
  depth in which it does, and 0, 1, 3 or 5 plies more; two more where engines prune the solution at first
`, o.Seed, o.Count), records)
}

// WriteShogi writes what GenerateShogi made of the options as a suite with its header.
func WriteShogi(w io.Writer, o Options, records []epd.Record) error {
	return epd.WriteSuite(w, fmt.Sprintf(`title: Rules of shogi
kind: rules
source: zugwatch suite generate shogi-rules --seed %d --count %d; positions drawn at random
license: positions and solutions are facts and free to use; selection, remarks and this header
  are part of Zugwatch and under its licence (MIT)
checked: a search of every move proves bm, am, dm and win; sd is the depth in which it does, and 0, 1, 3 or 5 plies
  more
`, o.Seed, o.Count), records)
}
