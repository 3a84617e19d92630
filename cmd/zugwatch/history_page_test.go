package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/history"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// historyPage returns the page of a history of 30 commits. The 19th moves the level and has a hostile
// subject.
func historyPage(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	var records []history.Record
	for i := range 30 {
		r := history.Record{
			Commit: fmt.Sprintf("%04d%036d", i+1, 0), Date: time.Date(2026, 1, 1+i, 12, 0, 0, 0, time.UTC), Subject: fmt.Sprintf("search: change %d", i+1),
			Engine: engine.ID{Name: "Zugwatch", Version: "1", Options: []engine.Option{}},
			Suite:  bench.SuiteRef{Name: "zugzwang", Digest: "sha256:1", Count: 104, Forms: 4}, Limits: "depth=9",
			Asked: 104, Solved: 90 - i%2, Nodes: 1_000_000 + uint64(1000*(i%3)), Solution: 20_000 + uint64(i%4),
		}
		if i >= 18 {
			r.Solved, r.Nodes = 80+i%2, r.Nodes+300_000
		}
		if i == 18 {
			r.Subject = hostileID
		}
		records = append(records, r)
	}
	file, page := filepath.Join(folder, "history.jsonl"), filepath.Join(folder, "history.html")
	must.Get(history.Append(file, "a test", records...))(t)
	if out, err := exec.Command("zugwatch", "history", "show", file, "--html", page).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return page
}

// TestHistoryPage opens the page of a history: each trend is drawn, the commit stands at each
// point, the change of level is marked, and nothing of a message of a commit acts.
func TestHistoryPage(t *testing.T) {
	b := newBrowser(t)
	b.open(historyPage(t))
	for what, condition := range map[string]string{
		"trends":             `document.querySelectorAll(".plot").length === 3 && [...document.querySelectorAll(".plot path")].every(p => p.getBoundingClientRect().width > 100)`,
		"commits":            `document.querySelectorAll(".plot circle").length >= 90`,
		"commit on hover":    `document.querySelectorAll(".plot circle title")[4].textContent === "0005000000, 2026-01-05: 86.5%, search: change 5"`,
		"hover is reached":   `(c => { c.scrollIntoView({block: "center"}); const at = c.getBoundingClientRect(); return document.elementFromPoint(at.x + at.width/2, at.y + at.height/2) === c })(document.querySelectorAll(".plot circle")[4])`,
		"changes are marked": `[...document.querySelectorAll(".spot.marked title")].filter(title => title.textContent.startsWith("new level, ") && title.textContent.includes("0019000000")).length === 2`,
		"marks are seen":     `getComputedStyle(document.querySelector(".spot.marked")).fill !== getComputedStyle(document.querySelector(".spot:not(.marked)")).fill`,
		"nothing is cut":     `document.documentElement.scrollWidth <= document.documentElement.clientWidth`,
		"no subject acts":    `window.hit === undefined && !document.querySelector("main img, main script") && document.body.textContent.includes("<script>window.hit=1")`,
		"nothing was loaded": `performance.getEntriesByType("resource").length === 0`,
	} {
		if !b.holds(condition) {
			t.Errorf("%s: not so: %s", what, condition)
		}
	}
	for _, width := range []int{400, 900, 1600} {
		for _, scheme := range []string{"light", "dark"} {
			b.look("history", width, scheme)
			if !b.holds(`document.documentElement.scrollWidth <= ` + fmt.Sprint(width)) {
				t.Errorf("the page is wider than %d", width)
			}
		}
	}
	if told := b.errors(); len(told) > 0 {
		t.Errorf("the console has %q", told)
	}
}
