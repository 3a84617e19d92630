package mates

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/epd"
)

// records writes the studies down.
func (g *generator) records() ([]epd.Record, error) {
	var all []epd.Record
	for i, s := range g.chosen {
		r := epd.Record{ID: fmt.Sprintf("MATE.%03d", i+1), Position: game.FromChess(s.position), Best: game.FromChessMoves(s.first...), MateIn: s.mate, HasMate: true}
		r.Set("c0", `"`+s.proof+`"`)
		again, err := r.Reparse()
		if err != nil {
			return nil, fmt.Errorf("record %s: %w", r.ID, err)
		}
		all = append(all, *again)
	}
	return all, nil
}

// Write writes what Generate made of the options as a suite with its header.
func Write(w io.Writer, o Options, records []epd.Record) error {
	return epd.WriteSuite(w, `title: Proven mates
kind: mates
source: `+o.command()+`;
  middle games of games between two players that see one move, endings of at most four pieces
license: positions and solutions are facts and free to use; selection, remarks and this header
  are part of Zugwatch and under its licence (MIT)
checked: dm is the shortest mate, negative where the side to move is mated, and bm are all moves that keep it; c0 says
  whether a search of every move and every defence proved it or a table of the ending
`, records)
}

// command returns what makes the records again.
func (o *Options) command() string {
	var b strings.Builder
	fmt.Fprintf(&b, "zugwatch suite generate mates --seed %d --mates %s --mated %s --count %d --dm %d --first %d --nodes %d\n ",
		o.Seed, FormatLengths(o.Mates), FormatLengths(o.Mated), o.Count, o.Longest, o.Most, o.Nodes)
	for _, e := range o.Endings {
		b.WriteString(" --ending " + e.String())
	}
	return b.String()
}

// FormatLengths formats the numbers of positions of each length, such as "10,50,60"; "0" is none.
func FormatLengths(counts []int) string {
	if len(counts) == 0 {
		return "0"
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(counts), " ", ","), "[]")
}

// ParseLengths reads what FormatLengths writes; "" is none.
func ParseLengths(word string) (counts []int, err error) {
	if word == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(word, ",") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || n > maxCount {
			return nil, fmt.Errorf("counts %.40q (expected numbers from 0 to %d with commas between, for mates in 1, 2 … moves)", word, maxCount)
		}
		counts = append(counts, n)
	}
	return counts, nil
}
