package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/config"
)

// hostileID is an id that tries what a page may be tricked with.
const hostileID = `<img src=x onerror="window.hit=1"><script>window.hit=1</script>`

// damagedPage is the page of a change that costs zugzwangs, on positions one of which has
// a hostile name.
func damagedPage(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	run := func(code int, args ...string) string {
		command := exec.Command("zugwatch", args...)
		command.Dir = folder
		out, _ := command.CombinedOutput() // its exit code is looked at
		if got := command.ProcessState.ExitCode(); got != code {
			t.Fatalf("%q: exit code %d, want %d\n%s", args, got, code, out)
		}
		return string(out)
	}
	show := exec.Command("zugwatch", "suite", "show", "zugzwang", "ZUG.001", "ZUG.003", "ZUG.005", "ZUG.006", "ZUG.020", "ZUG.022", "ZUG.028", "ZUG.034")
	positions, err := show.Output()
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(positions), `"ZUG.006"`, `"`+strings.ReplaceAll(hostileID, `"`, "'")+`"`, 1)
	settings := "hash: 2\nsuites:\n  - {name: zz, suite: zz.epd, kind: zugzwang, forms: 4-8, limit: nodes=20000}\n"
	for name, content := range map[string]string{"zz.epd": text, config.FileName: settings} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run(0, "baseline", "accept", "--reason", "first")
	run(1, "ci", "--nullmove", "r4,guard=none,min=1", "--html", "page.html")
	return filepath.Join(folder, "page.html")
}

// TestPage opens the page of a damaging change in a browser that reaches no network.
// ZUGWATCH_SCREENSHOTS=FOLDER keeps what it looks like.
func TestPage(t *testing.T) {
	b := newBrowser(t)
	page := damagedPage(t)
	b.open(page)
	for what, condition := range map[string]string{
		"verdict":                `document.querySelector("h1").textContent.includes("fail") && document.querySelector(".banner.bad").offsetHeight > 20`,
		"axis":                   `[...document.querySelectorAll(".verdicts li.bad")].some(li => li.textContent.includes("zugzwang"))`,
		"interval":               `document.querySelector(".effects line.interval").getBoundingClientRect().width > 20`,
		"board":                  `document.querySelector(".board").getBoundingClientRect().width > 100 && document.querySelectorAll(".board use").length > 10`,
		"pieces are drawn":       `document.querySelector(".board use").getBoundingClientRect().width > 10`,
		"arrows":                 `document.querySelectorAll(".board .move.asked").length > 0 && document.querySelectorAll(".board .move.now").length > 0`,
		"command":                `document.querySelector("figure [data-copy]").textContent.startsWith("zugwatch run zz ")`,
		"copying":                `document.querySelector("figure [data-copy]").nextElementSibling.tagName === "BUTTON"`,
		"curve":                  `document.querySelector(".plot path").getBoundingClientRect().width > 100`,
		"heads sort":             `document.querySelectorAll("table.rows th button").length > 3`,
		"nothing is cut":         `document.documentElement.scrollWidth <= document.documentElement.clientWidth`,
		"no script of a name":    `window.hit === undefined && !document.querySelector("main img, main script")`,
		"the name itself":        `document.body.textContent.includes("<script>window.hit=1")`,
		"nothing was loaded":     `performance.getEntriesByType("resource").length === 0`,
		"one script of the page": `document.scripts.length === 1`,
	} {
		if !b.holds(condition) {
			t.Errorf("%s: not so: %s", what, condition)
		}
	}
	b.sortByKeyboard()
	for _, width := range []int{400, 900, 1600} {
		for _, scheme := range []string{"light", "dark"} {
			b.look("page", width, scheme)
			if !b.holds(`document.documentElement.scrollWidth <= ` + fmt.Sprint(width)) {
				t.Errorf("the page is wider than %d", width)
			}
		}
	}
	var light, dark string
	b.eval("getComputedStyle(document.body).backgroundColor", &dark)
	b.look("page", 900, "light")
	b.eval("getComputedStyle(document.body).backgroundColor", &light)
	if light == dark {
		t.Errorf("light and dark are both %s", light)
	}
	if told := b.errors(); len(told) > 0 {
		t.Errorf("the console has %q", told)
	}
}

// sortByKeyboard reaches the head of a column by the keyboard alone and sorts by it.
func (b *browser) sortByKeyboard() {
	b.t.Helper()
	const tab, enter = "\uE004", "\uE007"
	reached := false
	for range 200 {
		b.press(tab)
		if reached = b.holds(`document.activeElement.matches("th.number button")`); reached {
			break
		}
	}
	if !reached {
		b.t.Fatal("no head of a column of numbers is reached by the keyboard")
	}
	b.eval(`(window.sorted = document.activeElement.closest("table")) && true`, new(bool))
	for _, want := range []string{"ascending", "descending"} {
		b.press(enter)
		var order string
		b.eval(`document.activeElement.closest("th").getAttribute("aria-sort")`, &order)
		var column []float64
		b.eval(`(h => [...sorted.tBodies[0].rows].map(r => parseFloat(r.cells[h.cellIndex].textContent.replace(/,/g, ""))).filter(x => !isNaN(x)))(document.activeElement.closest("th"))`, &column)
		sorted := slices.IsSorted(column)
		if want == "descending" {
			slices.Reverse(column)
			sorted = slices.IsSorted(column)
		}
		if order != want || !sorted || len(column) < 2 {
			b.t.Errorf("%s: order %q, column %v", want, order, column)
		}
	}
}
