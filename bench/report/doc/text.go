package doc

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is one line or one cell. Our own text stands in it as it is. Quote, Message or Sentence marks text from
// outside, such as the name of an engine. Each format makes marked text harmless in its own way. Constants are Text
// without a conversion and variables are not, so that nothing from outside gets into a document by oversight. Text
// may be joined with + and printed with %s.
type Text string

// origin is the source of a part of a Text that comes from outside.
type origin byte

const (
	quoted   origin = 'q' // a name from outside
	message  origin = 'm' // a sentence from outside
	sentence origin = 's' // a sentence of ours that may quote something from outside
	position origin = 'p' // a position in FEN
)

// Good and bad news of our own, marked in the same way.
const (
	good origin = '+'
	bad  origin = '-'
)

// A marked part stands between begin and end, behind a byte for its origin. Each NUL in it becomes null, so that
// nothing in it looks like begin or end.
const (
	begin = "\x00\x01"
	end   = "\x00\x02"
	null  = "\x00\x03"
)

// Quote marks a name from outside, which is shown as code and, beyond 80
// characters, cut.
func Quote(s string) Text { return mark(quoted, s) }

// Message marks a sentence from outside: as Quote, but up to 300 characters.
func Message(s string) Text { return mark(message, s) }

// Sentence marks a sentence of ours that may quote texts from outside, up to 300
// characters.
func Sentence(s string) Text { return mark(sentence, s) }

// Position marks a position in FEN, which a page links to an analysis board. One of shogi,
// behind the word sfen, is text alone.
func Position(fen string) Text {
	if strings.HasPrefix(fen, "sfen ") {
		return Quote(fen)
	}
	return mark(position, fen)
}

// Good marks our words for a good result, which a terminal may color.
func Good(t Text) Text { return mark(good, string(t)) }

// Bad marks words of ours that say that something is not as it should be.
func Bad(t Text) Text { return mark(bad, string(t)) }

func mark(from origin, s string) Text {
	if s == "" {
		return ""
	}
	return Text(begin + string(from) + strings.ReplaceAll(s, "\x00", null) + end)
}

// Textf formats as fmt.Sprintf does; arguments of type string are taken for
// names from outside and marked as Quote does.
func Textf(format Text, args ...any) Text {
	marked := make([]any, len(args))
	for i, arg := range args {
		if s, ok := arg.(string); ok {
			arg = Quote(s)
		}
		marked[i] = arg
	}
	return Text(fmt.Sprintf(string(format), marked...))
}

// Word returns one of our words, such as a verdict.
func Word(w fmt.Stringer) Text { return Text(w.String()) }

// Join returns the texts of several values, such as names from outside that it marks, with the same between every two.
func Join[T any](show func(T) Text, values []T, between Text) (joined Text) {
	for i, value := range values {
		joined += When(i > 0, between) + show(value)
	}
	return joined
}

// show writes a text as a format does; foreign returns the form of a marked part.
func (t Text) show(foreign func(from origin, s string) string) string {
	var b strings.Builder
	t.parts(func(own string) { b.WriteString(own) }, func(from origin, s string) { b.WriteString(foreign(from, s)) })
	return b.String()
}

// parts gives the parts of a text in their order, those that are ours and those that are
// not.
func (t Text) parts(own func(string), foreign func(from origin, s string)) {
	part, rest, found := strings.Cut(string(t), begin)
	own(part)
	for found && rest != "" {
		part, after, _ := strings.Cut(rest[1:], end)
		foreign(origin(rest[0]), strings.ReplaceAll(part, null, "\x00"))
		part, rest, found = strings.Cut(after, begin)
		own(part)
	}
}

// The most characters that are shown of one text from outside: as the name of
// something, as a sentence, and as a line of code.
const (
	MaxName    = 80
	MaxMessage = 300
	maxLine    = 1000
)

// Plain makes a text from outside safe for one cell or one line of a terminal or a log. It escapes characters that do
// not print, and cuts the text after most characters. GitHub takes a line that begins with two colons for a command.
// It finds an older form, with two number signs and a bracket, anywhere in a line. Neither is left.
func Plain(s string, most int) string {
	var b strings.Builder
	shown := 0
	for i, r := range s {
		if shown == most {
			b.WriteString("…")
			break
		}
		shown++
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r == '[' && strings.HasSuffix(s[:i], "##"), r == ':' && strings.HasSuffix(s[:i], ":"):
			fmt.Fprintf(&b, `\x%02x`, r)
		case IsInvisible(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// IsInvisible reports whether a character does not show as itself. The end of a line
// does.
func IsInvisible(r rune) bool {
	return r != '\n' && (!unicode.IsPrint(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r))
}

// plainPart makes a part of a text safe as Plain does.
func plainPart(from origin, s string) string {
	switch from {
	case good, bad:
		return s
	case quoted:
		return Plain(s, MaxName)
	}
	return Plain(s, MaxMessage)
}

// coloredPart returns plainPart with good words in green and bad ones in red. Each word is
// colored by itself, so that a line may end between two.
func coloredPart(from origin, s string) string {
	code, marked := map[origin]string{good: "32", bad: "31"}[from]
	if !marked {
		return plainPart(from, s)
	}
	words := strings.Split(s, " ")
	for i, word := range words {
		words[i] = "\x1b[" + code + "m" + word + "\x1b[0m"
	}
	return strings.Join(words, " ")
}

// entities writes characters that may have a meaning in Markdown or HTML as
// entities.
func entities(s string) string {
	var b strings.Builder
	for i, r := range s {
		www := i >= 3 && strings.EqualFold(s[i-3:i], "www")
		if strings.ContainsRune("&<>|`*_[]~\\@:!#\"'$", r) || r == '.' && www {
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
