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
	if line, column, found := findInvalidByte(string(text)); found {
		p.faultAt(line, column, "not plain UTF-8 text", "")
		return nil
	}
	tokens := lexer.Tokenize(string(text))
	if !p.checkTokens(tokens) {
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

// checkTokens records the first token of YAML that a configuration may not have, and reports that there is none. These are
// anchors, aliases, merges, tags, directives, deeply nested brackets, and anything after the one document.
func (p *reader) checkTokens(tokens token.Tokens) bool {
	depth := 0
	begun, ended := false, false // the document
	for _, t := range tokens {
		unexpected := func(what, want string) bool {
			p.faultAt(t.Position.Line, t.Position.Column, what, want)
			return false
		}
		switch t.Type {
		case token.CommentType:
			continue
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		case token.AnchorType, token.AliasType, token.MergeKeyType, token.TagType, token.DirectiveType:
			return unexpected("anchors, aliases, merges, tags and directives are not read", "plain values")
		}
		if depth > maxConfigDepth {
			return unexpected("too many brackets inside brackets", "")
		}
		if ended || begun && t.Type == token.DocumentHeaderType {
			return unexpected("second document", "one document")
		}
		begun, ended = true, t.Type == token.DocumentEndType
	}
	return true
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
func findInvalidByte(text string) (line, column int, found bool) {
	for i, r := range text {
		control := r < ' ' && !strings.ContainsRune("\t\r\n", r) || r == 0x7f
		if control || r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)) {
			return 1 + strings.Count(text[:i], "\n"), i - strings.LastIndexByte(text[:i], '\n'), true
		}
	}
	return 0, 0, false
}
