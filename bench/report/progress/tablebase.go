package progress

import (
	"fmt"
	"io"
	"time"

	"github.com/zugwatch/zugwatch/engine/tablebase"
)

// Tables prints on w what happens to tables.
func Tables(w io.Writer) func(tablebase.Event) {
	var begun time.Time
	return func(e tablebase.Event) {
		switch e.Step {
		case tablebase.Building:
			begun = time.Now()
		case tablebase.Built:
			fmt.Fprintf(w, "%s: built, time %.1f s\n", e.Ending, time.Since(begun).Seconds())
		case tablebase.Damaged:
			fmt.Fprintf(w, "zugwatch: %v (it is built anew)\n", e.Err)
		case tablebase.Unsaved:
			fmt.Fprintf(w, "zugwatch: %v (the table is not kept)\n", e.Err)
		}
	}
}
