package config

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// maxConfigDepth is the largest nesting depth of brackets.
const maxConfigDepth = 8

// tree parses the text to the root of its one document, nil after a fault.
func (p *reader) tree(text []byte) ast.Node {
	if line, column, ok := findInvalidByte(text); !ok {
		p.faultAt(line, column, "not plain UTF-8 text", "")
		return nil
	}
	tokens := lexer.Tokenize(string(text))
	if t := findUnexpectedToken(tokens); t != nil {
		p.faultAt(t.at.Line, t.at.Column, t.what, t.want)
		return nil
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		p.syntax(err)
		return nil
	}
	for _, doc := range file.Docs {
		if doc.Body != nil {
			return doc.Body
		}
	}
	p.faultAt(1, 1, "nothing but comments", "suites: with at least one entry")
	return nil
}

// unexpectedToken is a token of YAML that a configuration may not have.
type unexpectedToken struct {
	at         *token.Position
	what, want string
}

// findUnexpectedToken finds the first YAML token that a configuration may not have; nil
// if there is none. These are anchors, aliases, merges, tags, directives, deeply nested
// brackets, and anything after the one document.
func findUnexpectedToken(tokens token.Tokens) *unexpectedToken {
	depth := 0
	begun, ended := false, false // the document
	for _, t := range tokens {
		switch t.Type {
		case token.CommentType:
			continue
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		case token.AnchorType, token.AliasType, token.MergeKeyType, token.TagType, token.DirectiveType:
			return &unexpectedToken{t.Position, "anchors, aliases, merges, tags and directives are not read", "plain values"}
		}
		if depth > maxConfigDepth {
			return &unexpectedToken{t.Position, "too many brackets inside brackets", ""}
		}
		if ended || begun && t.Type == token.DocumentHeaderType {
			return &unexpectedToken{t.Position, "second document", "one document"}
		}
		begun, ended = true, t.Type == token.DocumentEndType
	}
	return nil
}

// syntax records what the parser says.
func (p *reader) syntax(err error) {
	var bad yaml.Error
	if !errors.As(err, &bad) || bad.GetToken() == nil || bad.GetToken().Position == nil {
		p.faultAt(1, 1, "not YAML: "+strings.SplitN(err.Error(), "\n", 2)[0], "")
		return
	}
	position := bad.GetToken().Position
	p.faultAt(position.Line, position.Column, bad.GetMessage(), "")
}

// findInvalidByte returns the first place that is not text.
func findInvalidByte(text []byte) (line, column int, ok bool) {
	line, column = 1, 1
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		control := r < ' ' && !strings.ContainsRune("\t\r\n", r) || r == 0x7f
		if r == utf8.RuneError && size == 1 || control {
			return line, column, false
		}
		column += size
		if r == '\n' {
			line, column = line+1, 1
		}
		text = text[size:]
	}
	return 0, 0, true
}
