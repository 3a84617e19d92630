package doc

import (
	"strings"
	"testing"
)

// TestFitting: as many rows are kept as fit, and not one more than that.
func TestFitting(t *testing.T) {
	columns := Words("position").Numbers("nodes")
	var rows []Row
	for i := range 200 {
		rows = append(rows, Row{Text(strings.Repeat("x", i%17)), Text(strings.Repeat("9", i%5))})
	}
	whole := Table{Columns: columns, Rows: FixedRows(rows)}
	last := 0
	for room := 100; room < 12_000; room += 300 {
		kept := whole.grid(0, func(t Text) string { return t.show(inMarkdown) }).fitting(room)
		if kept < last {
			t.Fatalf("room %d keeps %d rows, less room %d", room, kept, last)
		}
		last = kept
		m := &markdown{left: room}
		if m.block(whole); m.err != nil || m.Len() > room {
			t.Errorf("room %d: %d bytes, %v", room, m.Len(), m.err)
		}
		if kept < len(rows) && m.Len() < room-3*andMore-headLines*andMore {
			t.Errorf("room %d: only %d bytes", room, m.Len())
		}
	}
	if last != len(rows) {
		t.Errorf("%d rows are kept at last", last)
	}
}

// TestLazyRows: no row is made that is not shown, and columns without a word in
// those that are shown are left out.
func TestLazyRows(t *testing.T) {
	made := 0
	table := Table{Columns: Words("name", "nothing").Numbers("n"), Rows: func(add func(func() Row)) {
		for i := range 3 * MaxRows {
			add(func() Row {
				made++
				row := Row{Quote("a|b"), "", Count(i)}
				if i >= 2 {
					row[1] = "x"
				}
				return row
			})
		}
	}}
	if made != 0 {
		t.Errorf("%d rows are made before the document is written", made)
	}
	got := written(t, Document{table}, Markdown, Extent{Rows: 2})
	want := "| name                  | n |\n|:----------------------|--:|\n| <code>a&#124;b</code> | 0 |\n| <code>a&#124;b</code> | 1 |\n\nand 59998 more\n\n"
	if got != want || made != 2 {
		t.Errorf("%d rows are made; got\n%s\nwant\n%s", made, got, want)
	}
	made = 0
	if table.grid(2*MaxRows, func(Text) string { return "x" }); made != MaxRows {
		t.Errorf("%d rows are made", made)
	}
	made, table.Most = 0, 3
	if written(t, Document{table}, PlainText, Extent{Rows: 4}); made != 3 {
		t.Errorf("%d rows are made", made)
	}
}
