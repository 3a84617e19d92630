package eval

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// The number of random games that Digest walks through, and their length in plies.
const (
	digestGames = 16
	digestPlies = 60
)

// Digest returns a name of the evaluation, made from its values for the positions of a few
// random games. Another evaluation has another digest, unless both give these positions
// the same values.
func Digest() string {
	e, sum := New(), sha256.New()
	for game := range digestGames {
		p := chess.Start()
		for ply := range digestPlies {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[(ply*ply+7*game*ply+3*game)%len(moves)])
			binary.Write(sum, binary.LittleEndian, e.Evaluate(&p)) //nolint:errcheck // a hash takes everything
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}
