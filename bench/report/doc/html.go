package doc

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter/tw"
)

// Parts of a page. A page needs no other file: its policy lets it load nothing, run only
// this script, and use only this style.
var (
	//go:embed page/page.html
	pageText string
	//go:embed page/page.css
	pageStyle string
	//go:embed page/page.js
	pageScript string
	//go:embed page/pieces.svg
	pagePieces string
)

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"text": inHTML, "words": func(t Text) string { return t.show(plainPart) }, "tone": func(t Text) string { return toneClass(t.show(plainPart)) },
		"percent": svgPercent, "least": func(a, b float64) float64 { return min(a, b) },
		"apart": func(a, b float64) float64 { return max(a, b) - min(a, b) }, "rest": func(a float64) float64 { return 1 - a },
		"kinds": func() []ArrowKind { return []ArrowKind{Asked, Before, Now} }, "dark": darkSquares, "grid": shogiGrid,
	}).Parse(pageText))
})

// htmlPage is a page that grows block by block.
type htmlPage struct {
	strings.Builder
	firstError
	rows int // the most of one table, as Extent.Rows
	open bool
	// nested says that a fold is written: its verdicts stand in their places, not at the head of the page.
	nested bool
	toc    []tocEntry
}

// tocEntry is a place on the page.
type tocEntry struct {
	Anchor string
	Name   Text
}

// writeHTML writes a whole page: the title, the problem, the verdicts with what they were
// taken from, and then everything else in its order.
func writeHTML(w io.Writer, d Document, extent Extent) error {
	p := &htmlPage{rows: extent.Rows}
	var title Text = "Zugwatch"
	var problems []Problem
	var verdicts []Verdict
	var foot Footer
	for _, b := range d.Blocks() {
		switch b := b.(type) {
		case Title:
			title = Text(b)
		case Problem:
			problems = append(problems, b)
		case Verdict:
			verdicts = append(verdicts, b)
		case Footer:
			foot = append(foot, b...)
		}
	}
	for _, b := range problems {
		p.document(b.Details)
	}
	p.document(d)
	p.section("")
	if p.err != nil {
		return p.err
	}
	return pageTemplate().ExecuteTemplate(w, "page", map[string]any{
		"Title": title, "Tone": toneOf(title), "Policy": policy(), "Style": template.CSS(pageStyle), "Script": template.JS(pageScript),
		"Pieces": template.HTML(pagePieces), "Problems": problems, "Verdicts": verdicts, "Contents": p.toc, "Foot": foot, "Body": template.HTML(p.String()),
	})
}

// policy returns the content security policy of a page.
func policy() string {
	digest := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; style-src " + digest(pageStyle) + "; script-src " + digest(pageScript) + "; base-uri 'none'; form-action 'none'"
}

// tones are the words of verdicts by what they mean to the reader.
var tones = map[string][]string{
	"good":  {"ok", "pass", "sound", "accepted", "identical"},
	"bad":   {"fail", "unsound", "faults", "incorrect", "worse"},
	"maybe": {"undecided", "inconclusive", "warning"},
}

// toneClass returns the class of a word, "plain" for one without a meaning.
func toneClass(word string) string {
	for class, words := range tones {
		if slices.Contains(words, word) {
			return class
		}
	}
	return "plain"
}

// toneOf returns the tone of the first word of a title that has one.
func toneOf(title Text) string {
	for _, word := range strings.Fields(title.show(plainPart)) {
		if tone := toneClass(strings.ToLower(strings.TrimRight(word, ":,"))); tone != "plain" {
			return tone
		}
	}
	return "plain"
}

// inHTML makes a text safe for the content of an element. Text from outside becomes code whose writing
// direction is isolated from the text around it.
func inHTML(t Text) template.HTML {
	var b strings.Builder
	t.parts(func(own string) { b.WriteString(template.HTMLEscapeString(own)) }, func(from origin, s string) {
		safe := "<bdi>" + template.HTMLEscapeString(plainPart(from, s)) + "</bdi>"
		switch from {
		case sentence:
		case good, bad:
			safe = `<span class="` + map[origin]string{good: "good", bad: "bad"}[from] + `">` + safe + "</span>"
		case position:
			safe = `<a href="` + template.HTMLEscapeString(boardURL(s)) + `" rel="noopener noreferrer"><code>` + safe + "</code></a>"
		default:
			safe = "<code>" + safe + "</code>"
		}
		b.WriteString(safe)
	})
	return template.HTML(b.String())
}

func (p *htmlPage) document(d Document) {
	for _, b := range d.Blocks() {
		p.block(b)
	}
}

// section ends the section and begins one with the heading; without one it only ends.
func (p *htmlPage) section(heading Text) {
	if p.open {
		p.WriteString("</section>\n")
	}
	if p.open = heading != ""; p.open {
		anchor := fmt.Sprintf("part-%d", len(p.toc)+1)
		p.toc = append(p.toc, tocEntry{anchor, heading})
		fmt.Fprintf(p, "<section id=\"%s\"><h2>%s</h2>\n", anchor, inHTML(heading))
	}
}

func (p *htmlPage) block(b Block) {
	switch b := b.(type) {
	case Heading:
		p.section(Text(b))
	case Paragraph:
		p.template("lines", []Text(b))
	case Lines:
		p.template("lines", []Text(b))
	case Code:
		lines := make([]string, len(b))
		for i, line := range b {
			lines[i] = Plain(line, maxLine)
		}
		p.template("code", strings.Join(lines, "\n"))
	case Fold:
		p.section("")
		p.WriteString("<details class=\"fold\"><summary>" + string(inHTML(b.Name)) + "</summary>\n")
		p.nested = true
		for _, part := range b.Parts {
			p.block(part)
		}
		p.nested = false
		p.WriteString("</details>\n")
	case Sections:
		for _, d := range b.All {
			p.document(d)
		}
		p.section("")
	case Verdict:
		if p.nested {
			p.template("verdicts", []Verdict{b})
		}
	case Table:
		p.table(b)
	case Boards:
		p.template("boards", b)
	case Effects:
		p.template("effects", b.view())
	case Plot:
		if len(b.Curves) > 0 {
			p.template("plot", b.view())
		}
	case Heat:
		p.template("heat", b)
	case Flame:
		p.template("flame", b)
	}
}

func (p *htmlPage) template(name string, data any) {
	p.keep(pageTemplate().ExecuteTemplate(&p.Builder, name, data))
}

// htmlColumn is the head of a column.
type htmlColumn struct {
	Title  template.HTML
	Number bool
	Long   bool // has text that is folded, and keeps room for it
}

// maxUnfolded is the number of characters up to which the last column of a table keeps no room to be
// folded in.
const maxUnfolded = 24

// visibleLen counts the characters that are seen.
func visibleLen(of template.HTML) int {
	var seen strings.Builder
	for part := range strings.SplitSeq(string(of), "<") {
		_, text, tagged := strings.Cut(part, ">")
		if !tagged {
			text = part
		}
		seen.WriteString(text)
	}
	return utf8.RuneCountInString(html.UnescapeString(seen.String()))
}

func (p *htmlPage) table(t Table) {
	g := t.grid(p.rows, func(t Text) string { return string(inHTML(t)) })
	if len(g.rows) == 0 {
		return
	}
	columns := make([]htmlColumn, len(g.titles))
	for i, title := range g.titles {
		columns[i] = htmlColumn{Title: template.HTML(title), Number: g.align[i] == tw.AlignRight}
	}
	rows := make([][]template.HTML, len(g.rows))
	for i, row := range g.rows {
		for _, cell := range row {
			rows[i] = append(rows[i], template.HTML(cell))
		}
	}
	if last := len(columns) - 1; !columns[last].Number {
		columns[last].Long = slices.ContainsFunc(rows, func(row []template.HTML) bool { return visibleLen(row[last]) > maxUnfolded })
	}
	p.template("table", map[string]any{"Columns": columns, "Rows": rows, "Hidden": g.hidden})
}
