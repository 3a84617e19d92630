package eval

// The terms of the evaluation: each is an index into weights. Families take as
// many indices as their comment says.
const (
	termMaterial        = 0                       // 5, by kind
	termSquare          = termMaterial + 5        // 6 x 64, by kind and square from the own side
	termKnightMobility  = termSquare + 6*64       // 9, by squares reached
	termBishopMobility  = termKnightMobility + 9  // 14
	termRookMobility    = termBishopMobility + 14 // 15
	termQueenMobility   = termRookMobility + 15   // 28
	termBishopPair      = termQueenMobility + 28
	termKnightPawns     = termBishopPair + 1   // knights, for each own pawn above five
	termRookPawns       = termKnightPawns + 1  // rooks, for each own pawn above five
	termRookOpen        = termRookPawns + 1    // no pawn on its file
	termRookHalfOpen    = termRookOpen + 1     // no own pawn on its file
	termRookOnQueen     = termRookHalfOpen + 1 // a queen of the opponent on its file
	termRookTrapped     = termRookOnQueen + 1  // few squares, on the own king's side of the board
	termRookShut        = termRookTrapped + 1  // the same without the right to castle
	termKnightOutpost   = termRookShut + 1     // a square no enemy pawn can attack, held by a pawn
	termBishopOutpost   = termKnightOutpost + 1
	termKnightNearPost  = termBishopOutpost + 1    // an outpost in one move
	termBehindPawn      = termKnightNearPost + 1   // a minor piece behind a pawn
	termBishopPawns     = termBehindPawn + 1       // own pawns on a bishop's color
	termBishopBlocked   = termBishopPawns + 1      // the same, times the own pawns of the center that are blocked
	termBishopLong      = termBishopBlocked + 1    // both squares of the center on its diagonal
	termKnightKing      = termBishopLong + 1       // 8, by a knight's distance to the own king
	termBishopKing      = termKnightKing + 8       // 8
	termDoubled         = termBishopKing + 8       // an own pawn right before it
	termDoubledFar      = termDoubled + 1          // an own pawn further ahead
	termIsolated        = termDoubledFar + 1       // 2, by whether the file ahead is open
	termBackward        = termIsolated + 2         // 2
	termPhalanx         = termBackward + 2         // 8, by rank
	termSupported       = termPhalanx + 8          // 8, by rank
	termCandidate       = termSupported + 8        // 8, by rank: as many helpers as sentries
	termPassed          = termCandidate + 8        // 8, by rank
	termPassedFree      = termPassed + 8           // 8, by rank: the way ahead is neither taken nor attacked
	termPassedSafe      = termPassedFree + 8       // 8, by rank: the next square is free
	termPassedUnsafe    = termPassedSafe + 8       // 8, by rank: the next square is free but attacked
	termPassedHeld      = termPassedUnsafe + 8     // 8, by rank: an own piece covers the next square
	termPassedOwnKing   = termPassedHeld + 8       // 2 x 8, by stage and distance
	termPassedEnemyKing = termPassedOwnKing + 16   // 2 x 8
	termRookBehind      = termPassedEnemyKing + 16 // an own rook behind a passed pawn
	termRookAgainst     = termRookBehind + 1       // a rook of the opponent behind it
	termUnstoppable     = termRookAgainst + 1      // no piece and no king can catch it
	termPawnThreat      = termUnstoppable + 1      // 5, by kind attacked: a pawn attacks it
	termMinorThreat     = termPawnThreat + 5       // 5, a knight or bishop attacks it
	termRookThreat      = termMinorThreat + 5      // 5, a rook attacks it
	termKingThreat      = termRookThreat + 5       // a king attacks a weak piece
	termHanging         = termKingThreat + 1       // attacked and not defended
	termQueenHeld       = termHanging + 1          // weak pieces that only the queen defends
	termPushThreat      = termQueenHeld + 1        // a safe pawn push will attack it
	termKnightOnQueen   = termPushThreat + 1       // safe squares from which a knight hits the queen
	termSliderOnQueen   = termKnightOnQueen + 1    // the same for a bishop or rook
	termRestricted      = termSliderOnQueen + 1    // squares of the opponent that are contested
	termSpace           = termRestricted + 1       // safe squares behind the center, times pieces
	termShelter         = termSpace + 1            // 4 x 8, by file from the edge and rank of the own pawn before the king; 0: none
	termStorm           = termShelter + 32         // 4 x 8, the same for the enemy's pawn
	termStormBlocked    = termStorm + 32           // 8, by rank of an enemy pawn stopped by an own one
	termKingNoPawns     = termStormBlocked + 8     // no pawn on the king's side of the board
	termKingPawn        = termKingNoPawns + 1      // 8, by the king's distance to the nearest pawn
	termTempo           = termKingPawn + 8

	// TermCount is the number of terms.
	TermCount = termTempo + 1
)

// The terms of a king's danger, in units: indices into dangerWeights.
const (
	dangerAttacker   = 0                    // 6, by kind of the piece that attacks the king's ring
	dangerHits       = dangerAttacker + 6   // ring squares attacked, each time
	dangerNear       = dangerHits + 1       // attacked squares next to the king
	dangerWeak       = dangerNear + 1       // ring squares attacked and defended by king or queen only
	dangerCheck      = dangerWeak + 1       // 6, by kind: a safe check is possible
	dangerChecks     = dangerCheck + 6      // 6, by kind: there are several
	dangerUnsafe     = dangerChecks + 6     // squares of checks that are defended
	dangerFlank      = dangerUnsafe + 1     // attacked squares on the king's side of the board
	dangerFlankTwice = dangerFlank + 1      // the same, attacked twice
	dangerFlankHeld  = dangerFlankTwice + 1 // defended squares there
	dangerOpen       = dangerFlankHeld + 1  // files at the king without an own pawn
	dangerKnight     = dangerOpen + 1       // an own knight next to the king
	dangerNoQueen    = dangerKnight + 1
	dangerOffset     = dangerNoQueen + 1

	// DangerCount is the number of terms of danger.
	DangerCount = dangerOffset + 1
)

// Family is a run of terms that belong together, as the file of the weights
// shows them.
type Family struct {
	Name    string
	First   int // index of the first term
	Count   int
	Columns int // terms on a line
}

// Families returns the terms in order.
func Families() []Family {
	families := []Family{
		{Name: "material: pawn knight bishop rook queen", First: termMaterial, Columns: 5},
		{Name: "pawn on a square, from a1 to h8 as its side sees it", First: termSquare, Columns: 8},
		{Name: "knight on a square", First: termSquare + 64, Columns: 8},
		{Name: "bishop on a square", First: termSquare + 2*64, Columns: 8},
		{Name: "rook on a square", First: termSquare + 3*64, Columns: 8},
		{Name: "queen on a square", First: termSquare + 4*64, Columns: 8},
		{Name: "king on a square", First: termSquare + 5*64, Columns: 8},
		{Name: "knight mobility", First: termKnightMobility, Columns: 8},
		{Name: "bishop mobility", First: termBishopMobility, Columns: 8},
		{Name: "rook mobility", First: termRookMobility, Columns: 8},
		{Name: "queen mobility", First: termQueenMobility, Columns: 8},
		{Name: "bishop pair; knight, rook for each pawn above five", First: termBishopPair, Columns: 8},
		{Name: "rook: open, half-open file, queen's file, trapped, shut in", First: termRookOpen, Columns: 8},
		{Name: "outposts: knight, bishop, knight in one move; minor behind a pawn", First: termKnightOutpost, Columns: 8},
		{Name: "bishop: own pawns on its color, the same by blocked center, two squares of the center", First: termBishopPawns, Columns: 8},
		{Name: "knight, bishop by distance to the own king", First: termKnightKing, Columns: 8},
		{Name: "pawn: doubled, doubled far, isolated, backward", First: termDoubled, Columns: 8},
		{Name: "phalanx by rank", First: termPhalanx, Columns: 8},
		{Name: "supported pawn by rank", First: termSupported, Columns: 8},
		{Name: "candidate by rank", First: termCandidate, Columns: 8},
		{Name: "passed pawn by rank: itself, free way, safe next square, unsafe, held", First: termPassed, Columns: 8},
		{Name: "passed pawn by stage and the own, the enemy king's distance", First: termPassedOwnKing, Columns: 8},
		{Name: "rook behind, rook against a passed pawn, unstoppable", First: termRookBehind, Columns: 8},
		{Name: "attacked by a pawn, a minor piece, a rook: pawn knight bishop rook queen", First: termPawnThreat, Columns: 5},
		{Name: "attacked by the king, hanging, held by the queen, by a push, queen by a knight, by a slider, restricted", First: termKingThreat, Columns: 8},
		{Name: "space", First: termSpace, Columns: 8},
		{Name: "shelter by file from the edge and rank", First: termShelter, Columns: 8},
		{Name: "storm by file from the edge and rank", First: termStorm, Columns: 8},
		{Name: "blocked storm by rank", First: termStormBlocked, Columns: 8},
		{Name: "king: no pawn on its side; distance to the nearest pawn", First: termKingNoPawns, Columns: 9},
		{Name: "tempo", First: termTempo, Columns: 8},
	}
	return measure(families, TermCount)
}

// DangerFamilies returns the terms of danger in order.
func DangerFamilies() []Family {
	return measure([]Family{
		{Name: "attackers: pawn knight bishop rook queen king", First: dangerAttacker, Columns: 6},
		{Name: "hits, beside the king, weak squares", First: dangerHits, Columns: 8},
		{Name: "safe check by kind", First: dangerCheck, Columns: 6},
		{Name: "several safe checks by kind", First: dangerChecks, Columns: 6},
		{Name: "unsafe checks", First: dangerUnsafe, Columns: 8},
		{Name: "flank attacked, twice, defended", First: dangerFlank, Columns: 8},
		{Name: "files without a pawn, own knight, no queen, offset", First: dangerOpen, Columns: 8},
	}, DangerCount)
}

// measure fills in the counts of families that cover the terms without a gap.
func measure(families []Family, terms int) []Family {
	for i := range families {
		next := terms
		if i+1 < len(families) {
			next = families[i+1].First
		}
		families[i].Count = next - families[i].First
	}
	return families
}
