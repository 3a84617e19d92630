package imported

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/epd"
)

// source is a file that is read.
type source interface {
	each(o *Options, c *Counts, take func(*epd.Record) error, damaged func(error) error) error
}

// Positions holds the positions chosen from a file.
type Positions struct {
	Counts
	options Options
	file    string
	chosen  sample
}

// Read reads a file and chooses. It returns an error for a damaged line or game
// (*epd.SyntaxErrors), unless the options pass over it. An input that leaves no position
// and a done context are errors too. The result holds the counts in any case. Close it
// when there was no error.
func Read(ctx context.Context, r io.Reader, file string, o Options) (*Positions, error) {
	p := &Positions{options: o, file: file}
	if err := o.Check(); err != nil {
		return p, err
	}
	from, err := open(r, file, o.Format)
	if err != nil {
		return p, err
	}
	if p.chosen, err = newSample(&o); err != nil {
		return p, err
	}
	err = from.each(&p.options, &p.Counts, func(r *epd.Record) error { return p.addRecord(ctx, r) }, func(err error) error { return p.countDamaged(ctx, err) })
	if err == nil {
		p.Taken, err = p.chosen.finish(p.isKept)
	}
	err = cmp.Or(err, ctx.Err())
	if err == nil && p.Taken == 0 {
		err = fmt.Errorf("%s: no position is left of what was read (%d read, %d damaged, %d pass the filters; expected at least one)", file, p.Counts.Read, p.Damaged, p.Found)
	}
	if err != nil {
		return p, errors.Join(err, p.chosen.close())
	}
	return p, nil
}

// addRecord adds a record that passes the filters.
func (p *Positions) addRecord(ctx context.Context, r *epd.Record) error {
	p.Found++
	duplicate, err := p.chosen.add(r)
	if duplicate {
		p.Duplicates++
	}
	return cmp.Or(err, ctx.Err())
}

// countDamaged counts a record that cannot be read. It is an error unless such records are skipped.
func (p *Positions) countDamaged(ctx context.Context, err error) error {
	bad, ok := errors.AsType[*epd.SyntaxError](err)
	if !ok {
		return err
	}
	p.Damaged++
	p.Problems.Add(bad)
	if p.options.SkipDamaged {
		return ctx.Err()
	}
	return bad
}

// isKept reports whether a chosen record stays.
func (p *Positions) isKept(r *epd.Record) (bool, error) {
	if p.options.Keep == nil {
		return true, nil
	}
	keep, err := p.options.Keep(r)
	if !keep && err == nil {
		p.Refused++
	}
	return keep, err
}

// Write writes the suite with its header.
func (p *Positions) Write(w io.Writer) error {
	out := epd.NewWriter(w)
	out.Comment(p.options.header(p.file))
	if err := p.chosen.each(out.Write); err != nil {
		return err
	}
	return out.Flush()
}

// Close frees the disk space of the positions.
func (p *Positions) Close() error { return p.chosen.close() }

// open begins to read.
func open(r io.Reader, file string, f Format) (source, error) {
	if f == PGN {
		return newGames(r, file), nil
	}
	return newTable(r, file)
}

func newSample(o *Options) (sample, error) {
	if o.Limit > 0 {
		return &reservoir{limit: o.Limit, random: random.New(o.Seed, 0), keys: make(map[uint64]bool)}, nil
	}
	return newSpool()
}

// header says where the suite comes from.
func (o *Options) header(file string) string {
	if o.Format == PGN {
		return fmt.Sprintf(`title: Mistakes answered, of %s
kind: tactics
source: zugwatch suite import%s; games with evaluations
license: positions are facts and free to use; whose games and evaluations they are says whoever published them
checked: bm is what was played after a mistake of at least %d centipawns that gave a win away, and cost at most %d;
  c0 has the evaluations for the side to move%s
`, file, o.flags(), o.Swing, o.Within, o.keepText())
	}
	return fmt.Sprintf(`title: Puzzles of Lichess
kind: tactics
source: zugwatch suite import%s; puzzles of database.lichess.org, whose number stands in the id
license: public domain (CC0), as Lichess gives them away
checked: the moves are legal, and a mate that is asked for stands at the end of the line%s
`, o.flags(), o.keepText())
}

// keepText returns what Keep stands for.
func (o *Options) keepText() string {
	if o.Keep == nil {
		return ""
	}
	return ";\n  no other move wins, by search without pruning"
}

// flags returns the options that are not the defaults, as they are typed.
func (o *Options) flags() string {
	var b strings.Builder
	add := func(name string, value any, differs bool) {
		if differs {
			fmt.Fprintf(&b, " --%s %v", name, value)
		}
	}
	d := Defaults()
	add("rating", o.Rating, o.Rating != d.Rating)
	add("themes", strings.Join(o.Themes, ","), len(o.Themes) > 0)
	add("without", strings.Join(o.Without, ","), len(o.Without) > 0)
	add("popularity", o.Popularity, o.Popularity != d.Popularity)
	add("swing", o.Swing, o.Swing != d.Swing)
	add("within", o.Within, o.Within != d.Within)
	add("limit", o.Limit, o.Limit != d.Limit)
	add("seed", o.Seed, o.Limit > 0)
	if o.Keep != nil {
		b.WriteString(" --verify")
	}
	return b.String()
}
