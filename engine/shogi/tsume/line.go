package tsume

import "github.com/zugwatch/zugwatch/engine/shogi"

// line returns the mate in the proof of the root. It proves again the positions that the table has lost.
func (s *Solver) line() (line []shogi.Move) {
	s.most, s.stopped = 0, false
	for ply := 0; ply < maxPly; ply++ {
		f := &s.frames[ply]
		attack := s.isAttack(f)
		s.expand(f)
		if len(f.children) == 0 {
			break
		}
		s.look(ply)
		c := f.proven(attack)
		if c == nil {
			if s.search(ply, infinite, infinite); s.ctx.Err() != nil {
				break
			}
			s.look(ply)
			if c = f.proven(attack); c == nil {
				break
			}
		}
		line = append(line, c.move)
		s.descend(ply, c)
	}
	return line
}

// proven returns the child with which a mate continues: the shortest for the attacker, the longest for the defender.
// It is nil if the table lost a child that it needs.
func (f *frame) proven(attack bool) (best *child) {
	for i := range f.children {
		c := &f.children[i]
		switch {
		case c.proof != 0 && attack:
		case c.proof != 0:
			return nil
		case best == nil || attack && c.length < best.length || !attack && c.length > best.length:
			best = c
		}
	}
	return best
}
