package tablebase

import "github.com/zugwatch/zugwatch/engine/chess"

// chessPosition is the men of a layout on their squares as a position, without
// castling rights or one to capture en passant. The men must stand legally.
func (l *layout) chessPosition(side chess.Color, at *squares) chess.Position {
	return position(side, l.men[:l.n], at)
}

// exchangedPosition is b with the colors exchanged and the ranks mirrored.
func (b *board) exchangedPosition() chess.Position {
	men, at := b.men, b.at
	for i := range b.n {
		men[i].color = men[i].color.Other()
		at[i] ^= 56
	}
	return position(b.side.Other(), men[:b.n], &at)
}

// position sets men up on a board.
func position(side chess.Color, men []man, at *squares) chess.Position {
	p, err := chess.ParseFEN(placement(men, at) + " " + side.String()[:1] + " - -")
	if err != nil {
		panic(err) // the callers check legality
	}
	return p
}

// placement is the first field of a FEN.
func placement(men []man, at *squares) string {
	var board [64]byte
	for i, m := range men {
		board[at[i]] = m.kind.Letter()
		if m.color == chess.White {
			board[at[i]] -= 'a' - 'A'
		}
	}
	text := make([]byte, 0, 40)
	for rank := 7; rank >= 0; rank-- {
		empty := byte('0')
		for file := range 8 {
			letter := board[chess.NewSquare(file, rank)]
			if letter == 0 {
				empty++
				continue
			}
			if empty > '0' {
				text = append(text, empty)
				empty = '0'
			}
			text = append(text, letter)
		}
		if empty > '0' {
			text = append(text, empty)
		}
		if rank > 0 {
			text = append(text, '/')
		}
	}
	return string(text)
}
