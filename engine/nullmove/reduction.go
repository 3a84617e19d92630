package nullmove

// Reduction says how many plies a null search is shallower. One row of numbers covers all three forms of the
// literature. The fixed form has Low = High. The adaptive form has High above a depth (Heinz, ICCA Journal 22/3,
// 1999). The third consists of formulas in depth and surplus of the static value over beta.
type Reduction struct {
	Low, High int8  // total plies taken off up to the depth Switch, and above it; Low 0: no null moves
	Switch    int8  // last depth at which Low holds
	Band      int8  // depths above Switch at which High needs three pieces on both sides
	From, Per int8  // one ply more for every Per plies of depth above From; Per 0: never
	Step      int16 // one ply more for every Step centipawns of surplus above the first; 0: never
	Cap       int8  // most plies that the surplus adds, at most maxCap
}

// maxCap is the largest valid Cap.
const maxCap = 4

// MaxDepth is the largest depth in plies that a Table covers; deeper searches use its last row.
const MaxDepth = 255

// RichPieces is the number of pieces, pawns and king not counted, that both
// sides need within Band.
const RichPieces = 3

// row returns the reduction of a null search in plies at the given depth, without the surplus. Rich means that both
// sides have RichPieces pieces. The result may be less than 1.
func (r Reduction) row(depth int, rich bool) int {
	plies := int(r.Low)
	if depth > int(r.Switch)+int(r.Band) || depth > int(r.Switch) && rich {
		plies = int(r.High)
	}
	if r.Per > 0 {
		plies += max(0, depth-int(r.From)) / int(r.Per)
	}
	return plies
}

// Table is a Reduction compiled for the search, for depths up to MaxDepth, without
// division.
type Table struct {
	plies [2][MaxDepth + 1]int16
	steps [maxCap]int32 // surplus above which each further ply is taken off
}

// never is a surplus that no score reaches.
const never = 1 << 30

// Compile makes the table of r.
func (r Reduction) Compile() (t Table) {
	for rich := range t.plies {
		for depth := range t.plies[rich] {
			t.plies[rich][depth] = int16(r.row(depth, rich == 1))
		}
	}
	for i := range t.steps {
		t.steps[i] = never
		if r.Step > 0 && i < int(r.Cap) {
			t.steps[i] = int32(r.Step) * int32(i+1)
		}
	}
	return t
}

// Plies returns the number of plies that a null search is shallower, at least 1, at a
// depth from 0 to MaxDepth. Surplus is static value less beta in centipawns, rich
// 1 when both sides have RichPieces pieces, else 0.
func (t *Table) Plies(depth, surplus, rich int) int {
	plies := int(t.plies[rich&1][uint8(depth)])
	for _, step := range t.steps {
		if surplus > int(step) {
			plies++
		}
	}
	return max(1, plies)
}
