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
	termRookOpen        = termBishopPair + 1
	termRookHalfOpen    = termRookOpen + 1
	termDoubled         = termRookHalfOpen + 1
	termIsolated        = termDoubled + 1
	termBackward        = termIsolated + 1
	termConnected       = termBackward + 1        // 8, by rank
	termPassed          = termConnected + 8       // 8, by rank
	termPassedFree      = termPassed + 8          // 8, by rank: the way ahead is neither taken nor attacked
	termPassedSafe      = termPassedFree + 8      // 8, by rank: the next square is free
	termPassedOwnKing   = termPassedSafe + 8      // 8, by distance
	termPassedEnemyKing = termPassedOwnKing + 8   // 8, by distance
	termKnightOutpost   = termPassedEnemyKing + 8 // a square no enemy pawn can attack, held by a pawn
	termBishopOutpost   = termKnightOutpost + 1
	termPawnThreat      = termBishopOutpost + 1 // 5, by kind attacked: a pawn attacks it
	termMinorThreat     = termPawnThreat + 5    // 5, a knight or bishop attacks it
	termRookThreat      = termMinorThreat + 5   // 5, a rook attacks it
	termHanging         = termRookThreat + 5    // attacked and not defended
	termPushThreat      = termHanging + 1       // a safe pawn push will attack it
	termShelter         = termPushThreat + 1    // 8, by rank of the own pawn before the king; 0: none
	termStorm           = termShelter + 8       // 8, by rank of the enemy pawn before the king; 0: none
	termTempo           = termStorm + 8
	termCount           = termTempo + 1
)

// The terms of a king's danger, in units: indices into dangerWeights.
const (
	dangerAttacker  = 0                  // 6, by kind of the man that attacks the king's ring
	dangerHits      = dangerAttacker + 6 // ring squares attacked, each time
	dangerWeak      = dangerHits + 1     // ring squares attacked and defended by king or queen only
	dangerCheck     = dangerWeak + 1     // 6, by kind: a safe check is possible
	dangerNoQueen   = dangerCheck + 6
	dangerOffset    = dangerNoQueen + 1
	dangerTermCount = dangerOffset + 1
)
