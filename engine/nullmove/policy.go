package nullmove

// Policy is one member of the family. It is a comparable value with a text form
// that round-trips through Parse and String; the zero value is off.
type Policy struct {
	Reduction Reduction
	MinDepth  int8     // least remaining depth, in plies, at which a pass is tried
	Margin    int16    // the static value must reach beta + Margin; NoMargin: it is not asked
	Chain     int8     // passes allowed in a row: 1, or 2 for the double null move
	Guard     Guard    // material without which no pass is tried
	Response  Response // action after a fail-high of the null search
	Reduce    int8     // plies that Reduce takes off, the DR of the 2008 paper
	Confirm   int8     // least remaining depth, in plies, at which Confirm searches again; below it cuts
	Within    int8     // Confirm searches again at most so many plies less deeply than the node, in whole plies; 0: as deeply as the null search
	Few       int8     // Confirm searches again only where the side to move has at most so many pieces; 0: everywhere
	Ban       Ban      // who may not pass while Confirm searches again
	Returns   CutValue // the value of a node that is cut
	Research  bool     // Verify: search again at full depth when the reduced node fails low
	Threat    int8     // extension in quarter plies when the null search is mated; 0: as the search has it
	FailHigh  int8     // fail-high reductions: plies taken off when the static value less a threat reaches beta; 0: none
}

// NoMargin is a Margin that lets every static value pass.
const NoMargin int16 = -32768

// Guard is the material that the side to move needs for a pass.
type Guard uint8

// The guards, weakest first.
const (
	GuardNone   Guard = iota // none: a pass is tried with bare king and pawns
	GuardLow                 // refused when each side has pieces worth at most lowMaterial
	GuardPieces              // the side to move needs one piece
	GuardTwo                 // the side to move needs two pieces
)

// lowMaterial is a value of pieces without pawns, in centipawns. GuardLow refuses a pass when neither side has more.
const lowMaterial = 300

// Admits reports whether the guard lets a side pass that has the given number of pieces, pawns and king not counted.
// Own and other are the values of the two sides' pieces in centipawns.
func (g Guard) Admits(pieces, own, other int) bool {
	switch g {
	case GuardLow:
		return own > lowMaterial || other > lowMaterial
	case GuardPieces:
		return pieces >= 1
	case GuardTwo:
		return pieces >= 2
	}
	return true
}

// Response is the action taken when the null search fails high.
type Response uint8

// The responses.
const (
	// Cut cuts the node: standard null-move pruning.
	Cut Response = iota
	// Verify is verified null-move pruning (David-Tabibi and Netanyahu, ICGA Journal 25/3, 2002). The node is
	// searched one ply shallower, and below it null moves cut. If it then fails low, it was a zugzwang.
	Verify
	// Confirm searches the node again less deeply without null moves and cuts only
	// if that fails high too. It proves nothing about the plies that it leaves out.
	Confirm
	// Reduce is null-move reductions (David-Tabibi and Netanyahu, 2008): the
	// node is searched shallower instead of being cut.
	Reduce
)

// Ban selects the sides that may not pass during the confirmation of a fail-high.
type Ban uint8

// The bans.
const (
	BanOne  Ban = iota // the side whose fail-high is confirmed
	BanBoth            // both sides
)

// ConfirmDepth returns the depth in plies at which Confirm searches a node of the given depth again, after a null
// search at reduced plies. It is at least one, because the static value alone adds nothing to the pass.
func (p Policy) ConfirmDepth(depth, reduced int) int {
	if p.Within > 0 {
		reduced = max(reduced, depth-int(p.Within))
	}
	return max(1, reduced)
}

// Confirms reports whether a fail-high at a depth in plies needs confirmation. Pieces counts those of the side to
// move, without pawns and king.
func (p Policy) Confirms(depth, pieces int) bool {
	return p.Response == Confirm && depth >= int(p.Confirm) && (p.Few == 0 || pieces <= int(p.Few))
}

// CutValue is the value of a node that a null move cuts.
type CutValue uint8

// The values. A mate is not proven by a pass, so that beta stands for it.
const (
	ReturnScore CutValue = iota // the value of the null search: fail-soft
	ReturnBeta                  // beta: fail-hard
)

// On reports whether null moves are tried at all.
func (p Policy) On() bool { return p.Reduction.Low > 0 }
