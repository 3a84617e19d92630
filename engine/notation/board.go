package notation

// AppendBoard appends a board of size rows to b as the first field of a FEN or an SFEN has it. Piece returns the letters
// of the piece on a square, counted from the top left, and "" for an empty square.
func AppendBoard(b []byte, size int, piece func(row, column int) string) []byte {
	for row := range size {
		if row > 0 {
			b = append(b, '/')
		}
		empty := byte(0)
		for column := range size {
			letters := piece(row, column)
			if letters == "" {
				empty++
			}
			if empty > 0 && (letters != "" || column == size-1) {
				b = append(b, '0'+empty)
				empty = 0
			}
			b = append(b, letters...)
		}
	}
	return b
}
