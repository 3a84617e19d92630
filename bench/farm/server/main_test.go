package server

import (
	"flag"
	"os"
	"testing"
)

// TestMain runs more tests at once than there are processors, because most of them wait for timeouts.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
