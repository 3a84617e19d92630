package suites

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/epd"
)

// familyOp is the opcode that names the family of a record: fam "KPK.Z.005".
const familyOp = "fam"

// maxLinked is the largest suite in which the replies to each solution are searched for related positions.
const maxLinked = 20_000

// Families returns the family of each position by its key. Positions of one family show the same idea with the same
// pieces, so a change of an engine moves them together.
//
// A record may name its family by familyOp. Two other positions belong to one family in three cases. In the first
// they have the same pieces on the same squares up to shifts and symmetries. In the second their only best moves lead
// to such positions. In the third one follows the other in the solution. A position without relatives is its own
// family, named by its key.
func (s *Suite) Families() map[string]string {
	families := make(map[string]string)
	var unmarked []*epd.Record
	for i := range s.Records {
		r := &s.Records[i]
		position, form := FormOf(r.Key())
		if s.InForms < 2 {
			position, form = r.Key(), ""
		}
		if families[position] != "" {
			continue
		}
		families[position] = position
		if op := r.Op(familyOp); op != nil && op.Text() != "" {
			families[position] = op.Text()
		} else if form == "" {
			unmarked = append(unmarked, r)
		}
	}
	maps.Copy(families, related(unmarked))
	return families
}

// MarkFamilies names the family in each record that has relatives among the records, and in
// no other.
func MarkFamilies(records []epd.Record) {
	all := make([]*epd.Record, len(records))
	for i := range records {
		all[i] = &records[i]
	}
	families, members := related(all), make(map[string]int)
	for _, family := range families {
		members[family]++
	}
	for i := range records {
		r := &records[i]
		r.Ops = slices.DeleteFunc(r.Ops, func(op epd.Op) bool { return op.Code == familyOp })
		if family := families[r.Key()]; members[family] > 1 {
			r.Set(familyOp, `"`+family+`"`)
		}
	}
}

// withoutFamily returns the record without its family, which is not part of the question. So runs of suites that
// differ only in families stay comparable.
func withoutFamily(r *epd.Record) *epd.Record {
	if r.Op(familyOp) == nil {
		return r
	}
	plain := r.Clone()
	plain.Ops = slices.DeleteFunc(plain.Ops, func(op epd.Op) bool { return op.Code == familyOp })
	return &plain
}

// related returns the family of each record by its key. A family has the key of its first
// record.
func related(records []*epd.Record) map[string]string {
	first := make([]int, len(records)) // a record of the same family that comes no later
	root := func(i int) int {
		for first[i] != i {
			i = first[i]
		}
		return i
	}
	join := func(i, j int) {
		a, b := root(i), root(j)
		first[max(a, b)] = min(a, b)
	}
	positions, solutions := make(map[string]int), make(map[string]int)
	for i, r := range records {
		first[i] = i
		joinEqual(positions, shape(r.Position.EPD()), i, join)
	}
	for i, r := range records {
		if len(r.Best) != 1 || len(records) > maxLinked || r.Position.Game() != game.Chess {
			continue
		}
		after := r.Position.After(r.Best[0])
		joinEqual(solutions, shape(after.EPD()), i, join)
		for _, reply := range after.LegalMoves() {
			if next, found := positions[shape(after.After(reply).EPD())]; found {
				join(i, next)
			}
		}
	}
	families := make(map[string]string, len(records))
	for i, r := range records {
		families[r.Key()] = records[root(i)].Key()
	}
	return families
}

// joinEqual joins a record with the first one of the same shape.
func joinEqual(seen map[string]int, shape string, i int, join func(i, j int)) {
	if other, found := seen[shape]; found {
		join(other, i)
		return
	}
	seen[shape] = i
}

// piece is a piece of a board, by its letter in FEN.
type piece struct {
	letter     byte
	file, rank int
}

// shape returns a text that is equal for positions with the same pieces. Shifts of the board, its symmetries and an
// exchange of the sides do not change the text. Rotations count only without pawns. In shogi it is the position
// itself.
func shape(position string) string {
	board, rest, _ := strings.Cut(position, " ")
	if strings.HasPrefix(position, "sfen ") || len(rest) == 0 {
		return position
	}
	var pieces []piece
	rank := 7
	for file, i := 0, 0; i < len(board); i++ {
		switch c := board[i]; {
		case c == '/':
			rank, file = rank-1, 0
		case c >= '1' && c <= '8':
			file += int(c - '0')
		default:
			pieces = append(pieces, piece{c, file, rank})
			file++
		}
	}
	if rest[0] == 'b' {
		for i := range pieces {
			pieces[i].letter ^= 'a' - 'A'
			pieces[i].rank = 7 - pieces[i].rank
		}
	}
	turns := 2
	if !strings.ContainsAny(board, "Pp") {
		turns = 8
	}
	var least string
	for turn := range turns {
		if text := shifted(pieces, turn); least == "" || text < least {
			least = text
		}
	}
	return least
}

// shifted writes the pieces of a turned board without the place of the whole. Bit 0 of turn
// mirrors the files, bit 1 the ranks, and bit 2 exchanges both.
func shifted(pieces []piece, turn int) string {
	turned := slices.Clone(pieces)
	file, rank := 7, 7
	for i := range turned {
		p := &turned[i]
		if turn&1 != 0 {
			p.file = 7 - p.file
		}
		if turn&2 != 0 {
			p.rank = 7 - p.rank
		}
		if turn&4 != 0 {
			p.file, p.rank = p.rank, p.file
		}
		file, rank = min(file, p.file), min(rank, p.rank)
	}
	slices.SortFunc(turned, func(a, b piece) int {
		return cmp.Or(cmp.Compare(a.letter, b.letter), cmp.Compare(a.file, b.file), cmp.Compare(a.rank, b.rank))
	})
	text := make([]byte, 0, 3*len(turned))
	for _, p := range turned {
		text = append(text, p.letter, byte('0'+p.file-file), byte('0'+p.rank-rank))
	}
	return string(text)
}
