package audit

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/pass"
	"github.com/zugwatch/zugwatch/epd"
)

// Counterexample is a position on which a rule is wrong, made as small as it goes.
type Counterexample struct {
	Line     string `json:"line"`     // EPD
	Rule     string `json:"rule"`     // what speaks in a search of the line from scratch
	Depth    int    `json:"depth"`    // least plies at which a search from scratch repeats it
	Zugzwang bool   `json:"zugzwang"` // a pass would keep the promise there
	Short    uint64 `json:"short"`    // centipawns by which it is wrong there, at least
	Times    int    `json:"times"`    // wrong claims that were met on the position
	Question bool   `json:"question"` // the line asks for a move that is found without the rule and missed with it
}

// WriteCounterexamples writes the positions with wrong claims as a suite.
func (r *Report) WriteCounterexamples(w io.Writer) error {
	text := fmt.Appendf(nil, "# title: Wrong claims of %s on %s\n# kind: zugzwang\n", r.Engine.Option(builtin.NullMoveOption, "null moves"), r.Suite.Name)
	for _, o := range r.Counterexamples {
		text = fmt.Appendln(text, o.Line)
	}
	_, err := w.Write(text)
	return err
}

// suspect is a wrong claim on a position of a suite.
type suspect struct {
	pass.Audited
	id    string // of the record
	times int
}

// shortOf returns by how many centipawns a wrong claim was wrong.
func shortOf(a *pass.Audited) uint64 { return min(uint64(a.Beta-a.Value), MaxShort) }

// minDepth is the least depth at which a claim is tried again, in plies. Below it nothing is a
// zugzwang.
const minDepth = pass.MinZugzwang

// maxSuspects is the largest number of suspects tried for each counterexample that is wanted.
const maxSuspects = 8

// reproducer makes counterexamples of suspects.
type reproducer struct {
	under   builtin.Judge // the engine that is audited
	plain   builtin.Judge // the engine without the rules
	watched builtin.Judge // the audited engine, with every claim checked
	claim   pass.Audited  // of the last search of watched: the wrong claim nearest to its root
	met     bool          // there was one
}

// newReproducer makes the engines with small tables: they are cleared often.
func newReproducer(config *Config) (*reproducer, error) {
	c := new(reproducer)
	own, err := config.Own.Set([]engine.Option{{Name: builtin.HashOption, Value: "1"}})
	if err != nil {
		return nil, err
	}
	if c.under, err = own.Judge(nil); err != nil {
		return nil, err
	}
	if c.watched, err = own.Judge(&pass.Audit{Every: 1, Each: c.keepNearest}); err != nil {
		return nil, err
	}
	c.plain, err = own.Unpruned().Judge(nil)
	return c, err
}

// keepNearest keeps a wrong claim if it is nearer to the root than the one before.
func (c *reproducer) keepNearest(a pass.Audited) {
	if a.Wrong() && (!c.met || a.Depth > c.claim.Depth) {
		c.claim, c.met = a, true
	}
}

// nearestClaim searches p from scratch and returns its wrong claim nearest to the root. That claim
// is on p itself unless another rule lets the search go on there. It is not ok if every claim of
// the search is right.
func (c *reproducer) nearestClaim(p game.Position, depth int, beta engine.Score) (pass.Audited, bool) {
	c.met = false
	c.watched.Judge(p, depth, beta)
	return c.claim, c.met
}

// reproduce makes counterexamples of the worst suspects, zugzwangs first. Unrepeated is the number
// of suspects whose claim no search from scratch repeated.
func reproduce(ctx context.Context, wrong []suspect, config *Config) (all []Counterexample, unrepeated int, err error) {
	all = []Counterexample{}
	if config.Counterexamples < 1 || len(wrong) == 0 {
		return all, 0, nil
	}
	c, err := newReproducer(config)
	if err != nil {
		return nil, 0, err
	}
	seen := make(map[string]bool)
	for tried, s := range rankSuspects(wrong) {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		if len(all) == config.Counterexamples || tried == maxSuspects*config.Counterexamples {
			break
		}
		found, key, ok, err := c.reproduceOne(ctx, &s, len(all)+1)
		switch {
		case err != nil:
			return nil, 0, err
		case !ok:
			unrepeated++
		case !seen[key]:
			seen[key] = true
			all = append(all, found)
		}
	}
	return all, unrepeated, nil
}

// rankSuspects returns the suspects, one for each position: zugzwangs before others,
// shallow ones before deep ones, then by how wrong they were.
func rankSuspects(wrong []suspect) []suspect {
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
	class := func(s *suspect) (n int) {
		if !s.Zugzwang {
			n += 2
		}
		if s.Depth < minDepth {
			n++
		}
		return n
	}
	slices.SortStableFunc(unique, func(a, b suspect) int {
		return cmp.Or(class(&a)-class(&b), cmp.Compare(a.Depth, b.Depth), cmp.Compare(shortOf(&b.Audited), shortOf(&a.Audited)), cmp.Compare(a.Position.EPD(), b.Position.EPD()))
	})
	return unique
}

// reproduceOne repeats a wrong claim from scratch at the least depth and writes it down. Key is the
// same for positions that are the same once they are small.
func (c *reproducer) reproduceOne(ctx context.Context, s *suspect, number int) (o Counterexample, key string, ok bool, err error) {
	depth := 0
	for d := min(minDepth, s.Depth); d <= s.Depth && depth == 0; d++ {
		if c.claimsWrongly(s.Position, d, s.Beta) {
			depth = d
		}
	}
	if depth == 0 {
		return o, "", false, nil
	}
	p, beta := s.Position, s.Beta
	record, proof, err := c.question(ctx, s, depth)
	asked := proof != ""
	if err == nil && !asked {
		p, beta = c.shrink(p, depth, beta)
		proof = fmt.Sprintf("at depth %d the rule claims at least %d, which is wrong without null moves", depth, beta)
		record, err = c.statement(ctx, p, depth)
	}
	if err != nil {
		return o, "", false, err
	}
	spoke, ok := c.nearestClaim(p, depth, beta)
	if !ok {
		return o, "", false, nil
	}
	o = Counterexample{Rule: spoke.Rule.String(), Depth: depth, Zugzwang: spoke.Zugzwang, Short: shortOf(&spoke), Times: s.times, Question: asked}
	record.Set("c0", fmt.Sprintf("%q", fmt.Sprintf("%s; %s; met in %s", explainClaim(&spoke, p), proof, s.id)))
	record.ID = fmt.Sprintf("AUDIT.%03d", number)
	line, err := epd.Format(nil, &record)
	o.Line = string(line)
	return o, record.Position.EPD(), true, err
}

// claimsWrongly reports whether the rules claim at a depth what is wrong without them.
func (c *reproducer) claimsWrongly(p game.Position, depth int, beta engine.Score) bool {
	claimed, _ := c.under.Judge(p, depth, beta)
	if !claimed {
		return false
	}
	right, _ := c.plain.Judge(p, depth, beta)
	return !right
}

func bestAnswer(ctx context.Context, s builtin.Judge, p game.Position, depth int) (engine.Result, error) {
	if err := s.Reset(ctx); err != nil {
		return engine.Result{}, err
	}
	return s.Search(ctx, engine.Task{Start: p, Limits: engine.Limits{Depth: depth}}, nil)
}

// question returns a record that asks for the move that led to the position. The move must be found without the rules
// and missed with them, so that the record fits into a suite. Proof describes both, and is empty if there is no such
// record.
func (c *reproducer) question(ctx context.Context, s *suspect, depth int) (r epd.Record, proof string, err error) {
	if s.Move == game.NoMove || s.Parent == nil {
		return r, "", nil
	}
	for d := depth + 1; d <= s.Depth+1; d++ {
		without, err := bestAnswer(ctx, c.plain, s.Parent, d)
		if err != nil {
			return r, "", err
		}
		if without.Best != s.Move {
			continue
		}
		with, err := bestAnswer(ctx, c.under, s.Parent, d)
		if err != nil {
			return r, "", err
		}
		if with.Best != s.Move {
			r = epd.Record{Position: withoutClocks(s.Parent), Best: []game.Move{s.Move}, Depth: d}
			proof = fmt.Sprintf("without null moves found at depth %d, with them %s is played", d, s.Parent.Notation(with.Best))
			return r, proof, nil
		}
	}
	return r, "", nil
}

// statement writes the position of a claim itself down.
func (c *reproducer) statement(ctx context.Context, p game.Position, depth int) (epd.Record, error) {
	r := epd.Record{Position: p, Depth: depth}
	answer, err := bestAnswer(ctx, c.plain, p, depth)
	if err == nil && answer.Best != game.NoMove {
		r.Best = []game.Move{answer.Best}
	}
	return r, err
}

// explainClaim says in words what was wrong when p was searched. Claims of few plies are not
// examined for zugzwang.
func explainClaim(a *pass.Audited, p game.Position) string {
	text := a.Rule.String()
	if a.Position.Key() != p.Key() {
		text += " below it"
	}
	switch {
	case a.Zugzwang:
		return text + ", zugzwang"
	case a.Depth < pass.MinZugzwang:
		return text
	}
	return text + ", too shallow"
}

// shrink removes pieces, singly or in pairs of the same kind, as long as the claim stays wrong,
// until each piece is needed. It does the same with the rights of castling and en passant. A
// removed piece may move the claimed value by its own.
func (c *reproducer) shrink(p game.Position, depth int, beta engine.Score) (game.Position, engine.Score) {
	p = withoutClocks(p)
	sheet := newBoardText(p)
	if bare, ok := sheet.without(); ok && c.claimsWrongly(bare, depth, beta) {
		p = bare
	}
	for {
		smaller, claimed, ok := c.smaller(p, depth, beta)
		if !ok {
			return p, beta
		}
		p, beta = smaller, claimed
	}
}

// smaller returns p without one piece or one pair, where the claim is still wrong.
func (c *reproducer) smaller(p game.Position, depth int, beta engine.Score) (game.Position, engine.Score, bool) {
	sheet := newBoardText(p)
	pieces := sheet.pieces()
	for _, m := range pieces {
		value := m.worth(p.Game())
		if m.side() == p.Side() {
			value = -value
		}
		for _, claimed := range [...]engine.Score{beta, beta + value} {
			if smaller, ok := sheet.without(m); ok && c.claimsWrongly(smaller, depth, claimed) {
				return smaller, claimed, true
			}
		}
		if m.side() != p.Side() {
			continue
		}
		for _, other := range pieces {
			if other.side() == p.Side() || other.kind() != m.kind() {
				continue
			}
			if smaller, ok := sheet.without(m, other); ok && c.claimsWrongly(smaller, depth, beta) {
				return smaller, beta, true
			}
		}
	}
	return p, beta, false
}
