package audit

import "strconv"

// Position counts the claims in the search of one position of the suite. Two audits are
// compared position by position.
type Position struct {
	ID     string  `json:"id"`
	Rules  []Share `json:"rules"`  // as Report.Rules
	Depths []Share `json:"depths"` // as Report.Depths
}

// Share is the part that a position has of a row.
type Share struct {
	Name     string `json:"name"`
	Claims   uint64 `json:"claims"`
	Wrong    uint64 `json:"wrong"`
	Zugzwang uint64 `json:"zugzwang"`
}

// add adds the counts of o.
func (s *Share) add(o Share) {
	s.Claims += o.Claims
	s.Wrong += o.Wrong
	s.Zugzwang += o.Zugzwang
}

// position returns what was found on the position.
func (n *inspection) position(id string) Position {
	return Position{ID: id, Rules: n.tallies[byRule].shares(ruleName), Depths: n.tallies[byDepth].shares(strconv.Itoa)}
}

// shares lists the counts by rising key.
func (t tally) shares(name func(int) string) []Share {
	list := []Share{}
	for _, row := range t.rows(name) {
		list = append(list, Share{Name: row.Name, Claims: row.Claims, Wrong: row.Wrong, Zugzwang: row.Zugzwang})
	}
	return list
}

// total returns the sum over the rules, each claim being of one.
func (p *Position) total() (sum Share) {
	for _, s := range p.Rules {
		sum.add(s)
	}
	return sum
}

// zugzwangs returns all when only zugzwangs count as wrong.
func (p *Position) zugzwangs() Share {
	s := p.total()
	s.Wrong = s.Zugzwang
	return s
}

// shareNamed returns the share with a name, or one without claims.
func shareNamed(list []Share, name string) Share {
	for _, s := range list {
		if s.Name == name {
			return s
		}
	}
	return Share{Name: name}
}
