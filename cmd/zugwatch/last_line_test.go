package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestLastLineWords checks that docs/results.md explains every verdict and key of a last line: those of the sources, and
// those of the scenarios and pages.
func TestLastLineWords(t *testing.T) {
	t.Chdir("../..")
	page := string(must.Get(os.ReadFile("docs/results.md"))(t))
	_, section, _ := strings.Cut(page, "\n## The last line\n")
	section, _, _ = strings.Cut(section, "\n## ")
	explained := func(word string) bool { return strings.Contains(section, "`"+word+"`") }

	inSource := regexp.MustCompile(`(?:CountField\(|[^.a-zA-Z]Field\{|\{Key: )"([a-z_]*[a-z])"`)
	calls := regexp.MustCompile(`[^a-zA-Z]Fields\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`)
	inCall := regexp.MustCompile(`"([a-z_]+)", `)
	line := regexp.MustCompile(`zugwatch: verdict=.*`)
	verdict := regexp.MustCompile(`verdict=([a-z]+)`)
	key := regexp.MustCompile(`[ *]([a-z_]+)=`)
	var words []string
	add := func(of *regexp.Regexp, text, sign string) {
		for _, found := range of.FindAllStringSubmatch(text, -1) {
			words = append(words, found[1]+sign)
		}
	}
	for _, file := range slices.Concat(files(t, "bench", ".go"), files(t, "cmd", ".go"), files(t, "cmd", ".txtar"), files(t, "docs", ".md"), []string{"README.md"}) {
		text := string(must.Get(os.ReadFile(file))(t))
		switch {
		case strings.HasSuffix(file, "_test.go"):
		case strings.HasSuffix(file, ".go"):
			add(inSource, text, "=")
			for _, call := range calls.FindAllString(text, -1) {
				add(inCall, call, "=")
			}
		default:
			for _, found := range line.FindAllString(text, -1) {
				add(verdict, found, "")
				add(key, found, "=")
			}
		}
	}
	slices.Sort(words)
	words = slices.Compact(words)
	for _, word := range words {
		if !explained(word) {
			t.Errorf("docs/results.md does not explain `%s`", word)
		}
	}
	if len(words) < 80 {
		t.Errorf("only %d words were found: %q", len(words), words)
	}
}

// files returns the files below a folder whose names end in a text.
func files(t *testing.T, folder, ending string) (found []string) {
	t.Helper()
	must.Do(t, filepath.WalkDir(folder, func(file string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(file, ending) {
			found = append(found, file)
		}
		return err
	}))
	return found
}
