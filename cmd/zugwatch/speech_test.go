package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// bannedPhrases matches words that stack clauses in a comment. Plain speech has shorter ones:
// "except" for the last, and two sentences for the others.
var bannedPhrases = regexp.MustCompile(`(?i)\b(of which|that which|but for)\b`)

// maxWords is the largest number of words in a sentence of a page.
const maxWords = 35

// longSentences holds the most sentences over maxWords that a page may have. Lower a number
// when its page gets better; a page without a number may have none.
var longSentences = map[string]int{
	"CONTRIBUTING.md":              6,
	"docs/calibrate.md":            1,
	"docs/farm.md":                 3,
	"docs/match.md":                3,
	"docs/results.md":              2,
	"docs/measured/sensitivity.md": 2,
}

// speechFile is one Go file with its comments.
type speechFile struct {
	name string
	set  *token.FileSet
	file *ast.File
}

// speechFiles returns all Go files below a folder, except generated ones, in the order of
// their names. The modules of the tools are among them.
func speechFiles(root fs.FS) (files []speechFile, err error) {
	err = eachGoFile(root, func(name string, text []byte) (err error) {
		f := speechFile{name: name, set: token.NewFileSet()}
		if f.file, err = parser.ParseFile(f.set, name, text, parser.ParseComments|parser.SkipObjectResolution); err == nil && !ast.IsGenerated(f.file) {
			files = append(files, f)
		}
		return err
	})
	return files, err
}

// phrases returns the banned phrases in the comments of a file, each with its place. A phrase
// may go over the end of a line.
func (f *speechFile) phrases() (faults []string) {
	for _, group := range f.file.Comments {
		var text strings.Builder
		var starts []int
		for _, comment := range group.List {
			starts = append(starts, text.Len())
			text.WriteString(strings.Trim(comment.Text, "/* \t") + " ")
		}
		for _, at := range bannedPhrases.FindAllStringIndex(strings.ReplaceAll(text.String(), "\n", " "), -1) {
			n, found := slices.BinarySearch(starts, at[0])
			if !found {
				n--
			}
			line := f.set.Position(group.List[n].Pos()).Line
			faults = append(faults, fmt.Sprintf("%s:%d: a comment says %q", f.name, line, text.String()[at[0]:at[1]]))
		}
	}
	return faults
}

// undocumented returns the exported identifiers of a file without a doc comment that begins with their name, each
// with its package. The comment of a group, or the one behind a constant or variable, is enough.
func (f *speechFile) undocumented() (names []string) {
	if strings.HasSuffix(f.name, "_test.go") {
		return nil
	}
	need := func(name string, ok bool) {
		if !ok {
			names = append(names, path.Dir(f.name)+"."+name)
		}
	}
	for _, decl := range f.file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			receiver, exported := receiverOf(d)
			if exported && d.Name.IsExported() {
				need(receiver+d.Name.Name, documents(d.Doc, d.Name.Name))
			}
		case *ast.GenDecl:
			grouped := d.Lparen.IsValid()
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					if s.Name.IsExported() {
						need(s.Name.Name, documents(s.Doc, s.Name.Name) || !grouped && documents(d.Doc, s.Name.Name))
					}
				case *ast.ValueSpec:
					for _, name := range s.Names {
						if !name.IsExported() {
							continue
						}
						ok := documents(s.Doc, s.Names[0].Name) || documents(s.Doc, name.Name)
						switch {
						case s.Doc != nil:
						case grouped:
							ok = d.Doc != nil || s.Comment != nil
						default:
							ok = documents(d.Doc, s.Names[0].Name)
						}
						need(name.Name, ok)
					}
				}
			}
		}
	}
	return names
}

// receiverOf returns the type of the receiver of a method with a dot, or "" for a function.
// It reports whether the type is exported, which it is for a function.
func receiverOf(d *ast.FuncDecl) (name string, exported bool) {
	if d.Recv == nil {
		return "", true
	}
	of := d.Recv.List[0].Type
	for {
		switch t := of.(type) {
		case *ast.StarExpr:
			of = t.X
		case *ast.IndexExpr:
			of = t.X
		case *ast.IndexListExpr:
			of = t.X
		case *ast.Ident:
			return t.Name + ".", t.IsExported()
		default:
			return "", false
		}
	}
}

// documents reports whether a doc comment begins with a name, after an article at most.
func documents(doc *ast.CommentGroup, name string) bool {
	words := strings.Fields(doc.Text())
	begins := func(at int) bool { return len(words) > at && strings.TrimRight(words[at], ",:;.") == name }
	return begins(0) || begins(1) && slices.Contains([]string{"A", "An", "The"}, words[0])
}

// pagePatterns match parts of a page that are no sentences: comments, links behind their text
// and code in a line.
var pagePatterns = []struct {
	pattern *regexp.Regexp
	word    string
}{
	{regexp.MustCompile(`(?s)<!--.*?-->`), " "},
	{regexp.MustCompile("`[^`]+`"), "Code"},
	{regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`), "$1"},
	{regexp.MustCompile(`<[^>]+>`), " "},
}

var (
	// listItem begins an item of a list.
	listItem = regexp.MustCompile(`^\s*([-*+]|\d+\.)\s+`)
	// sentenceEnd is the end of a sentence and the start of the next. An initial of a name
	// ends no sentence.
	sentenceEnd = regexp.MustCompile(`((?:\S[^\s.]|[^\sA-Z.])[.!?][)"”*_]*)\s+([("“*_]*[A-Z0-9…])`)
	// wordText is in every word.
	wordText = regexp.MustCompile(`[\pL\pN]`)
)

// overlong returns the sentences of a page in Markdown with more than maxWords words. Blocks
// of code, tables and headings have no sentences.
func overlong(page string) (sentences []string) {
	var paragraph []string
	flush := func() {
		text := strings.Join(paragraph, " ")
		paragraph = nil
		for _, p := range pagePatterns {
			text = p.pattern.ReplaceAllString(text, p.word)
		}
		for sentence := range strings.SplitSeq(sentenceEnd.ReplaceAllString(text, "$1\n$2"), "\n") {
			words := slices.DeleteFunc(strings.Fields(sentence), func(w string) bool { return !wordText.MatchString(w) })
			if len(words) > maxWords {
				sentences = append(sentences, fmt.Sprintf("%d words: %s", len(words), strings.Join(words, " ")))
			}
		}
	}
	fenced := false
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		line = strings.TrimSpace(strings.TrimLeft(line, ">"))
		fence := strings.HasPrefix(line, "```")
		switch {
		case fence:
			flush()
			fenced = !fenced
		case fenced:
		case line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "|"):
			flush()
		default:
			if item := listItem.FindString(line); item != "" {
				flush()
				line = line[len(item):]
			}
			paragraph = append(paragraph, line)
		}
	}
	flush()
	return sentences
}

// TestSpeech checks the comments of all Go files, except generated ones: none has a banned
// phrase, and every exported identifier has a doc comment that begins with its name.
func TestSpeech(t *testing.T) {
	files := must.Get(speechFiles(os.DirFS("../..")))(t)
	if len(files) < 500 {
		t.Errorf("%d Go files were found, want 500 or more", len(files))
	}
	for i := range files {
		for _, fault := range files[i].phrases() {
			t.Errorf("%s (say it in plain words: \"except\", or two sentences)", fault)
		}
		for _, name := range files[i].undocumented() {
			t.Errorf("%s: %s has no doc comment that begins with its name (write one)", files[i].name, name)
		}
	}
}

// TestSpeechPages checks that no page gets more long sentences than it has.
func TestSpeechPages(t *testing.T) {
	t.Chdir("../..")
	all := pages(t)
	for _, page := range all {
		if page == "CHANGELOG.md" {
			continue
		}
		sentences := overlong(readText(t, page))
		if most := longSentences[page]; len(sentences) > most {
			t.Errorf("%s has %d sentences of more than %d words, want at most %d (split them):\n%s", page, len(sentences), maxWords, most, strings.Join(sentences, "\n"))
		} else if len(sentences) < most {
			t.Logf("%s has %d sentences of more than %d words: lower %d in longSentences", page, len(sentences), maxWords, most)
		}
	}
	for page := range longSentences {
		if !slices.Contains(all, page) {
			t.Errorf("longSentences has %s, which is no page", page)
		}
	}
}

// TestSpeechFaults checks the findings of the checks of comments.
func TestSpeechFaults(t *testing.T) {
	for _, test := range []struct {
		name, text string
		phrases    []string
		names      []string
	}{
		{"documented", "// F returns nothing.\nfunc F() {}\n", nil, nil},
		{"article", "// A T is one.\ntype T int\n", nil, nil},
		{"phrase", "// f is two, of which one is left.\nfunc f() {}\n", []string{`x/y.go:3: a comment says "of which"`}, nil},
		{"over a line", "// f returns all\n// that. All but\n// for one.\nfunc f() {}\n", []string{`x/y.go:4: a comment says "but for"`}, nil},
		{"in a block", "/*\nThat\nwhich is.\n*/\n", []string{"x/y.go:3: a comment says \"That\\nwhich\""}, nil},
		{"behind code", "var a = 1 // But for b\n", []string{`x/y.go:3: a comment says "But for"`}, nil},
		{"in a text", "var a = \"but for b\"\n", nil, nil},
		{"no comment", "func F() {}\n", nil, []string{"x.F"}},
		{"another word", "// Returns nothing.\nfunc F() {}\n", nil, []string{"x.F"}},
		{"longer name", "// FAll returns nothing.\nfunc F() {}\n", nil, []string{"x.F"}},
		{"method", "// T is one.\ntype T[K any] int\n\nfunc (t *T[K]) M() {}\n", nil, []string{"x.T.M"}},
		{"method of a hidden type", "type t int\n\nfunc (t) M() {}\n", nil, nil},
		{"group", "// Limits.\nconst (\n\tA = 1\n\tB = 2\n)\n", nil, nil},
		{"group without", "const (\n\tA = 1\n\tB = 2 // of two\n\t// C is three.\n\tC = 3\n\t// Four.\n\tD = 4\n)\n", nil, []string{"x.A", "x.D"}},
		{"variable", "// B is one.\nvar A int\n", nil, []string{"x.A"}},
		{"types of a group", "// Types.\ntype (\n\t// A is one.\n\tA int\n\tB int\n)\n", nil, []string{"x.B"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := speechFile{name: "x/y.go", set: token.NewFileSet()}
			f.file = must.Get(parser.ParseFile(f.set, f.name, "package x\n\n"+test.text, parser.ParseComments))(t)
			if got := f.phrases(); !slices.Equal(got, test.phrases) {
				t.Errorf("phrases are %q, want %q", got, test.phrases)
			}
			if got := f.undocumented(); !slices.Equal(got, test.names) {
				t.Errorf("undocumented are %q, want %q", got, test.names)
			}
		})
	}
}

// TestSpeechOverlong shows which sentences of a page are long.
func TestSpeechOverlong(t *testing.T) {
	words := func(n int) string { return strings.Repeat("word ", n-1) + "word" }
	for _, test := range []struct {
		name, text string
		want       int
	}{
		{"short", words(maxWords) + ".\n", 0},
		{"long", words(maxWords+1) + ".\n", 1},
		{"over lines", words(20) + "\n" + words(20) + ".\n", 1},
		{"two sentences", words(20) + ". A" + words(20) + ".\n", 0},
		{"an initial", words(20) + " R. A. Fisher " + words(20) + ".\n", 1},
		{"a word in capitals", words(20) + " of WAC. A" + words(20) + ".\n", 0},
		{"two items", "- " + words(20) + "\n- " + words(20) + "\n", 0},
		{"a quotation", "> " + words(20) + "\n> " + words(20) + "\n", 1},
		{"two paragraphs", words(20) + "\n\n" + words(20) + "\n", 0},
		{"a heading", "# " + words(40) + "\n", 0},
		{"a row", "| " + words(40) + " |\n", 0},
		{"a block", "```\n" + words(40) + "\n```\n", 0},
		{"code in a line", "`" + words(40) + "`\n", 0},
		{"a link", "[" + words(10) + "](" + words(40) + ")\n", 0},
		{"signs", words(maxWords) + strings.Repeat(" -", 9) + "\n", 0},
	} {
		if got := overlong(test.text); len(got) != test.want {
			t.Errorf("%s: %q, want %d", test.name, got, test.want)
		}
	}
}
