package audit

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/epd"
)

// Offender is a position on which a rule is wrong, made as small as it goes.
type Offender struct {
	Line     string `json:"line"`     // EPD
	Rule     string `json:"rule"`     // what spoke
	Depth    int    `json:"depth"`    // least plies at which a search from scratch repeats it
	Zugzwang bool   `json:"zugzwang"` // a pass would have kept the promise
	Short    uint64 `json:"short"`    // centipawns, at least
	Times    int    `json:"times"`    // wrong claims that were met on the position
	Question bool   `json:"question"` // the line asks for a move that is found without the rule and missed with it
}

// suspect is a wrong claim on a position of a suite.
type suspect struct {
	search.Audited
	id    string // of the record
	times int
}

// short is by how many centipawns the claim was wrong.
func (s *suspect) short() uint64 { return min(uint64(s.Beta-s.Value), MostShort) }

// leastDepth is the least depth at which a claim is tried again: below it a pass
// keeps a promise by the evaluation's tempo alone, and nothing of that is a
// zugzwang.
const leastDepth = 3

// mostTried is how many suspects are tried for each offender that is wanted.
const mostTried = 8

// court makes offenders of suspects.
type court struct {
	under *search.Searcher // the engine that is audited
	plain *search.Searcher // the one without the rules
}

// newCourt makes both engines with small tables: they are cleared often.
func newCourt(config *Config) (*court, error) {
	options := config.Options
	options.Audit, options.HashMB = nil, 1
	under, err := search.New(options)
	if err != nil {
		return nil, err
	}
	options.Policy, options.Params.ReverseMargin = nullmove.Policy{}, 0
	plain, err := search.New(options)
	return &court{under, plain}, err
}

// convict chooses the worst suspects, zugzwangs first, and makes them small.
// Unrepeated is how many of those tried no search from scratch repeats.
func convict(ctx context.Context, wrong []suspect, config *Config) (all []Offender, unrepeated int, err error) {
	all = []Offender{}
	if config.Offenders < 1 || len(wrong) == 0 {
		return all, 0, nil
	}
	c, err := newCourt(config)
	if err != nil {
		return nil, 0, err
	}
	seen := make(map[string]bool)
	for tried, s := range ranked(wrong) {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		if len(all) == config.Offenders || tried == mostTried*config.Offenders {
			break
		}
		offender, key, ok, err := c.try(ctx, &s, len(all)+1)
		switch {
		case err != nil:
			return nil, 0, err
		case !ok:
			unrepeated++
		case !seen[key]:
			seen[key] = true
			all = append(all, offender)
		}
	}
	return all, unrepeated, nil
}

// ranked is the suspects, one for each position: zugzwangs before others,
// shallow ones before deep ones, then by how wrong they were.
func ranked(wrong []suspect) []suspect {
	var unique []suspect
	at := make(map[string]int)
	for _, s := range wrong {
		key := s.Position.EPD()
		i, known := at[key]
		switch {
		case !known:
			at[key] = len(unique)
			unique = append(unique, s)
		case s.Depth < unique[i].Depth:
			s.times += unique[i].times
			unique[i] = s
		default:
			unique[i].times++
		}
	}
	slices.SortStableFunc(unique, func(a, b suspect) int {
		if a.Zugzwang != b.Zugzwang {
			if a.Zugzwang {
				return -1
			}
			return 1
		}
		if shallow := a.Depth < leastDepth; shallow != (b.Depth < leastDepth) {
			if shallow {
				return 1
			}
			return -1
		}
		return cmp.Or(cmp.Compare(a.Depth, b.Depth), cmp.Compare(b.short(), a.short()), cmp.Compare(a.Position.EPD(), b.Position.EPD()))
	})
	return unique
}

// try repeats a wrong claim from scratch at the least depth and writes it down.
// Key is the same for positions that are the same once they are small.
func (c *court) try(ctx context.Context, s *suspect, number int) (o Offender, key string, ok bool, err error) {
	depth := 0
	for d := min(leastDepth, s.Depth); d <= s.Depth && depth == 0; d++ {
		if c.holds(&s.Position, d, s.Beta) {
			depth = d
		}
	}
	if depth == 0 {
		return o, "", false, nil
	}
	o = Offender{Rule: s.Rule.String(), Depth: depth, Zugzwang: s.Zugzwang, Short: s.short(), Times: s.times}
	record, asked, err := c.question(ctx, s, depth)
	if err != nil {
		return o, "", false, err
	}
	if o.Question = asked; !asked {
		if record, err = c.statement(ctx, s, depth); err != nil {
			return o, "", false, err
		}
	}
	record.ID = fmt.Sprintf("AUDIT.%03d", number)
	line, err := epd.Format(nil, &record)
	o.Line = string(line)
	return o, record.Position.EPD(), true, err
}

// holds tells whether the rules claim at a depth what is wrong without them.
func (c *court) holds(p *chess.Position, depth int, beta engine.Score) bool {
	claimed, _ := c.under.Judge(p, depth, beta)
	if !claimed {
		return false
	}
	right, _ := c.plain.Judge(p, depth, beta)
	return !right
}

// best is the answer of an engine to a position.
func best(ctx context.Context, s *search.Searcher, p *chess.Position, depth int) (engine.Result, error) {
	if err := s.Reset(ctx); err != nil {
		return engine.Result{}, err
	}
	return s.Search(ctx, engine.Task{Start: *p, Limits: engine.Limits{Depth: depth}}, nil)
}

// question asks for the move that led to the position, where that is found
// without the rules and missed with them: the record fits into a suite.
func (c *court) question(ctx context.Context, s *suspect, depth int) (r epd.Record, ok bool, err error) {
	if s.Move == chess.NoMove || s.Parent.Occupied() == 0 {
		return r, false, nil
	}
	for d := depth + 1; d <= s.Depth+1; d++ {
		without, err := best(ctx, c.plain, &s.Parent, d)
		if err != nil {
			return r, false, err
		}
		if without.Best != s.Move {
			continue
		}
		with, err := best(ctx, c.under, &s.Parent, d)
		if err != nil {
			return r, false, err
		}
		if with.Best != s.Move {
			r = epd.Record{Position: unclocked(s.Parent), Best: []chess.Move{s.Move}, Depth: d}
			missed := s.Parent.SAN(with.Best)
			r.Set("c0", fmt.Sprintf("%q", fmt.Sprintf("%s; without null moves found at depth %d, with them %s is played; met in %s", why(s), d, missed, s.id)))
			return r, true, nil
		}
	}
	return r, false, nil
}

// statement writes the position of the claim itself down, made small.
func (c *court) statement(ctx context.Context, s *suspect, depth int) (epd.Record, error) {
	p, beta := c.shrink(s.Position, depth, s.Beta)
	answer, err := best(ctx, c.plain, &p, depth)
	if err != nil {
		return epd.Record{}, err
	}
	r := epd.Record{Position: p, Depth: depth}
	if answer.Best != chess.NoMove {
		r.Best = []chess.Move{answer.Best}
	}
	r.Set("c0", fmt.Sprintf("%q", fmt.Sprintf("%s; at depth %d the rule claims at least %d, which is wrong without null moves; met in %s", why(s), depth, beta, s.id)))
	return r, nil
}

// why says in words what was wrong.
func why(s *suspect) string {
	if s.Zugzwang {
		return s.Rule.String() + ", zugzwang"
	}
	return s.Rule.String() + ", too shallow"
}
