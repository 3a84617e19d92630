package proven

// slack is how many plies beyond its depth a position gives to who is asked.
const slack = 2

// panel is the solvers that believe in passes, one of each taste: what all of them
// miss is not missed by chance.
type panel [2 * likings]*solver

// newPanel makes the solvers.
func newPanel() *panel {
	p := new(panel)
	for i := range p {
		p[i] = newSolver(taste{liking: liking(i % likings), reversed: i >= likings})
	}
	return p
}

// misses counts the solvers, one after the other, that do not answer s by the last
// ply that it gives them, up to the first that does. Who gives up has not proved a
// mate that is asked for; where none is, it is not ok: the position takes too long
// for a suite.
func (p *panel) misses(s *study, mate bool) (n int, ok bool) {
	for _, one := range p {
		best, value, ok := one.search(&s.position, s.depth+slack)
		switch {
		case !ok && !mate:
			return n, false
		case best == s.best && (!mate || value >= mateValue-s.value.Plies):
			return n, true
		}
		n++
	}
	return n, true
}
