package eval

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"github.com/zugwatch/zugwatch/engine/shogi"
)

// The number of random games that Digest walks through, and their length in plies.
const (
	digestGames = 8
	digestPlies = 60
)

// Digest returns a name of the evaluation, made from its values for the positions of a few
// random games. Another evaluation has another digest, unless both give these positions
// the same values.
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
