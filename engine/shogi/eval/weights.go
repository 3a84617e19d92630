package eval

import "github.com/zugwatch/zugwatch/engine/shogi"

// valueLimit bounds the values of the evaluation on both sides, in centipawns.
const valueLimit = 20000

// BoardValue holds the value of each piece kind on the board, in centipawns.
var BoardValue = [16]int32{
	shogi.Pawn: 100, shogi.Lance: 290, shogi.Knight: 310, shogi.Silver: 460, shogi.Gold: 530, shogi.Bishop: 760, shogi.Rook: 870,
	shogi.Tokin: 540, shogi.PromotedLance: 510, shogi.PromotedKnight: 520, shogi.PromotedSilver: 530, shogi.Horse: 980, shogi.Dragon: 1130,
}

// HandValue holds the value of each piece kind in hand, in centipawns. It is higher than on the board, because a drop
// reaches nearly any square.
var HandValue = [7]int32{
	shogi.Pawn: 115, shogi.Lance: 320, shogi.Knight: 340, shogi.Silver: 490, shogi.Gold: 570, shogi.Bishop: 800, shogi.Rook: 910,
}

// tempo is the bonus for the side to move, in centipawns.
const tempo = 20

// mobility holds the value of each square that a slider reaches, in centipawns.
var mobility = [16]int32{shogi.Lance: 3, shogi.Bishop: 5, shogi.Rook: 5, shogi.Horse: 5, shogi.Dragon: 5}

// shelter holds the value of a piece near its own king, by the distance to it.
var shelter = [16][9]int32{
	shogi.Pawn:   {0, 9, 2},
	shogi.Lance:  {0, 8, 4},
	shogi.Knight: {0, 10, 4},
	shogi.Silver: {0, 24, 16, 6},
	shogi.Gold:   {0, 30, 20, 8},
	shogi.Horse:  {0, 40, 34, 20},
}

// attackerDistance holds the value of a piece near the enemy king in centipawns, by the distance to it.
var attackerDistance = [16][9]int32{
	shogi.Knight:         {0, 8, 12, 8, 4},
	shogi.Silver:         {0, 28, 22, 12, 5},
	shogi.Gold:           {0, 34, 24, 12, 4},
	shogi.Tokin:          {0, 40, 32, 18, 8},
	shogi.PromotedLance:  {0, 36, 28, 14, 6},
	shogi.PromotedKnight: {0, 36, 28, 14, 6},
	shogi.PromotedSilver: {0, 36, 28, 14, 6},
	shogi.Horse:          {0, 40, 36, 24, 12},
	shogi.Dragon:         {0, 44, 40, 28, 14},
}

// attackUnits holds the danger of a piece to the enemy king in units, for each attacked square of its zone.
var attackUnits = [16]int32{
	shogi.Pawn: 2, shogi.Lance: 3, shogi.Knight: 4, shogi.Silver: 5, shogi.Gold: 6, shogi.Bishop: 5, shogi.Rook: 6,
	shogi.Tokin: 6, shogi.PromotedLance: 6, shogi.PromotedKnight: 6, shogi.PromotedSilver: 6, shogi.Horse: 7, shogi.Dragon: 9,
}

// handDanger holds the danger of each piece in hand in units. At most maxHandCount of a kind count.
var handDanger = [7]int32{shogi.Pawn: 1, shogi.Lance: 2, shogi.Knight: 3, shogi.Silver: 5, shogi.Gold: 6, shogi.Bishop: 5, shogi.Rook: 7}

// The other parts of danger.
const (
	maxHandCount        = 2
	weakSquareDanger    = 7   // for each square next to the king that the enemy attacks and only the king defends
	blockedSquareDanger = 3   // for each square next to the king that it cannot go to
	freeBlockedSquares  = 5   // so many squares of blockedSquareDanger do no harm
	dangerThreshold     = 14  // danger below it costs nothing
	dangerScale         = 14  // centipawns: (danger - dangerThreshold)²/dangerScale
	maxDanger           = 190 // above dangerThreshold
)

// hangingDivisor divides the value of an attacked and undefended piece: the quotient is its penalty.
const hangingDivisor = 14

// advance holds the value of a piece by rank, from its side's back rank to the farthest.
var advance = [16][9]int32{
	shogi.Pawn:   {0, 0, 0, 0, 6, 10, 18, 22, 0},
	shogi.Lance:  {14, 8, 2, 0, 0, 0, 0, 0, 0},
	shogi.Knight: {0, 0, 4, 4, 10, 0, 0, 0, 0},
	shogi.Silver: {0, 6, 10, 14, 16, 14, 10, 6, 0},
	shogi.Gold:   {0, 12, 12, 4, 0, 0, 6, 10, 4},
	shogi.Bishop: {0, 8, 8, 4, 4, 0, 0, 0, 0},
	shogi.Rook:   {4, 14, 0, -10, -10, -6, 10, 16, 16},
	shogi.King:   {6, 4, -26, -60, -90, -80, 20, 60, 80},
}

// kingFileBonus holds the value of a king at home in centipawns, by the distance of its file from the middle one.
var kingFileBonus = [5]int32{0, 4, 16, 26, 22}
