package eval

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"github.com/zugwatch/zugwatch/engine/shogi"
)

// How many games Digest walks through, and how far.
const (
	digestGames = 8
	digestPlies = 60
)

// Digest names the evaluation by its values of the positions of a few games of no
// sense: another evaluation has another one, but for differences that show in none of
// them.
func Digest() string {
	sum := sha256.New()
	for game := range digestGames {
		p := shogi.Start()
		for ply := range digestPlies {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[(ply*ply+7*game*ply+3*game)%len(moves)])
			binary.Write(sum, binary.LittleEndian, int64(Evaluate(&p))) //nolint:errcheck // a hash takes everything
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}
