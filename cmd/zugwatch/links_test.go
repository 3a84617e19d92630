package main

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestLinks checks that every relative link of the pages leads to a file or folder of the repository, and every
// anchor to a heading of its page.
func TestLinks(t *testing.T) {
	t.Chdir("../..")
	all := pages(t)
	count := 0
	for _, page := range all {
		for _, link := range links(prose(t, page)) {
			count++
			if err := follow(t, page, link); err != nil {
				t.Errorf("%s: link %s: %v", page, link, err)
			}
		}
	}
	if count < len(all) {
		t.Errorf("the pages have %d relative links, want one for each page or more", count)
	}
}

// TestLinksIndex holds that the index of docs has every page, and no page twice.
func TestLinksIndex(t *testing.T) {
	t.Chdir("../..")
	listed := links(prose(t, "docs/README.md"))
	for _, page := range pages(t) {
		name, found := strings.CutPrefix(page, "docs/")
		if !found || name == "README.md" {
			continue
		}
		n := len(slices.DeleteFunc(slices.Clone(listed), func(link string) bool { return link != name }))
		if n != 1 {
			t.Errorf("docs/README.md lists %s %d times, want once", name, n)
		}
	}
}

// TestLinksPackages holds that docs/architecture.md has a line for each package of
// the ladder, and for no other.
func TestLinksPackages(t *testing.T) {
	text := must.Get(os.ReadFile("../../docs/architecture.md"))(t)
	var got, want []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*?`) \\|").FindAllStringSubmatch(string(text), -1) {
		for _, name := range strings.Split(row[1], ", ") {
			got = append(got, strings.Trim(name, "`"))
		}
	}
	for _, row := range ladder {
		want = append(want, row.pkg)
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/architecture.md has other packages than the ladder (-ladder +page):\n%s", diff)
	}
}

// TestLinksAnchors holds the anchors that GitHub gives to headings.
func TestLinksAnchors(t *testing.T) {
	text := "# The two commands\n## In `zugwatch.yaml`\n### <code>ecm</code>, limits\n## ab\n## ab\n"
	want := []string{"the-two-commands", "in-zugwatchyaml", "ecm-limits", "ab", "ab-1"}
	if got := anchors(text); !slices.Equal(got, want) {
		t.Errorf("anchors are %q, want %q", got, want)
	}
}

// follow returns an error about a link that leads nowhere.
func follow(t *testing.T, page, link string) error {
	t.Helper()
	file, anchor, named := strings.Cut(link, "#")
	target := page
	if file != "" {
		target = path.Join(path.Dir(page), file)
	}
	stat, err := os.Stat(target)
	switch {
	case err != nil:
		return err
	case !named:
		return nil
	case stat.IsDir() || path.Ext(target) != ".md":
		return fmt.Errorf("%s has no headings (expected a page in Markdown)", target)
	case !slices.Contains(anchors(prose(t, target)), anchor):
		return fmt.Errorf("%s has no heading %q", target, anchor)
	}
	return nil
}

// prose returns a page without its blocks of code.
func prose(t *testing.T, page string) string {
	t.Helper()
	text := must.Get(os.ReadFile(page))(t)
	return regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(string(text), "")
}

// links lists the relative links of a text.
func links(text string) (list []string) {
	text = regexp.MustCompile("`[^`\n]*`").ReplaceAllString(text, "code")
	for _, found := range regexp.MustCompile(`\]\(\s*<?([^)>\s]*)[^)]*\)|(?m:^\[[^\]]+\]:\s*(\S+))`).FindAllStringSubmatch(text, -1) {
		if link := found[1] + found[2]; !regexp.MustCompile(`^[a-z]+:`).MatchString(link) {
			list = append(list, link)
		}
	}
	return list
}

// anchors lists what GitHub calls the headings of a text: lower case, blanks as
// dashes, without tags and punctuation, and numbered where a name comes again.
func anchors(text string) (list []string) {
	seen := make(map[string]int)
	for _, heading := range regexp.MustCompile(`(?m)^#{1,6} +(.*?) *#*$`).FindAllStringSubmatch(text, -1) {
		plain := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(heading[1], "")
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, plain)
		if n := seen[name]; n > 0 {
			list = append(list, fmt.Sprintf("%s-%d", name, n))
		} else {
			list = append(list, name)
		}
		seen[name]++
	}
	return list
}

// TestLinksTests checks that the tests named in docs/reliability.md exist in the named packages.
func TestLinksTests(t *testing.T) {
	t.Chdir("../..")
	text := prose(t, "docs/reliability.md")
	named := 0
	for _, list := range regexp.MustCompile("`([a-z/]+)`: ((?:`(?:Test|Fuzz)[A-Za-z/]+`†?(?:, )?)+)").FindAllStringSubmatch(text, -1) {
		files, err := filepath.Glob(filepath.Join(filepath.FromSlash(list[1]), "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Errorf("no tests in %s", list[1])
		}
		var code []byte
		for _, file := range files {
			part := must.Get(os.ReadFile(file))(t)
			code = append(code, part...)
		}
		for _, test := range regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z]+)(?:/([a-z]+))?`").FindAllStringSubmatch(list[2], -1) {
			named++
			if !bytes.Contains(code, []byte("func "+test[1]+"(")) {
				t.Errorf("%s has no %s", list[1], test[1])
			}
			if test[2] != "" {
				if _, err := os.Stat(filepath.Join("cmd/zugwatch/testdata/script", test[2]+".txtar")); err != nil {
					t.Error(err)
				}
			}
		}
	}
	if named < 40 {
		t.Errorf("%d tests are named, want 40 or more", named)
	}
}
