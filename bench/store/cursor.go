package store

// maxDigits is how many digits a number may have so that it fits whatever it is
// read into, on machines of 64 bits.
const maxDigits = 18

// cursor reads JSON in one spelling. Once it is odd, what it gives is of no use.
type cursor struct {
	rest []byte
	odd  bool // something was not as expected
}

// doubt makes the cursor odd.
func (c *cursor) doubt(odd bool) { c.odd = c.odd || odd }

// has skips a text if it comes next.
func (c *cursor) has(text string) bool {
	if len(c.rest) < len(text) || string(c.rest[:len(text)]) != text {
		return false
	}
	c.rest = c.rest[len(text):]
	return true
}

// want skips a text that has to come next.
func (c *cursor) want(text string) { c.doubt(!c.has(text)) }

// text reads up to the closing quote, which it skips. The text is ASCII without
// anything that JSON escapes, and valid as long as the line.
func (c *cursor) text() []byte {
	for i, b := range c.rest {
		switch {
		case b == '"':
			text := c.rest[:i]
			c.rest = c.rest[i+1:]
			return text
		case b < ' ' || b > '~' || b == '\\':
			c.odd = true
			return nil
		}
	}
	c.odd = true
	return nil
}

// number reads a number from 0 in digits, without zeros before it.
func (c *cursor) number() uint64 {
	var n uint64
	digits := 0
	for digits < len(c.rest) && '0' <= c.rest[digits] && c.rest[digits] <= '9' {
		n = 10*n + uint64(c.rest[digits]-'0')
		digits++
	}
	c.doubt(digits == 0 || digits > maxDigits || digits > 1 && c.rest[0] == '0')
	c.rest = c.rest[digits:]
	return n
}

// int is number as an int.
func (c *cursor) int() int {
	n := c.number()
	c.doubt(uint64(int(n)) != n)
	return int(n)
}

// some reads a number above 0 behind its key, 0 where the key does not come next.
func (c *cursor) some(key string) int {
	if !c.has(key) {
		return 0
	}
	n := c.int()
	c.doubt(n == 0)
	return n
}
