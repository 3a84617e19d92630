package process

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
)

// runner is a process that runs trees, as the marks of these and the names of
// their folders tell it. The zero value is one that is not known.
type runner struct {
	space uint64 // the running system and, in it, the numbering of processes
	pid   int
	begun uint64 // when it was started; tells it from another with its number
}

// self is this process.
var self = sync.OnceValue(thisRunner)

func (r runner) String() string { return fmt.Sprintf("%016x-%d-%d", r.space, r.pid, r.begun) }

// parseRunner reads a mark: the text of a runner, a dash, and the part that differs between its trees. It fails for
// any text not written by this program.
func parseRunner(text string) (r runner, ok bool) {
	parts := strings.Split(text, "-")
	if len(parts) != 4 || len(parts[3]) < 6 {
		return r, false
	}
	var errs [3]error
	r.space, errs[0] = strconv.ParseUint(parts[0], 16, 64)
	r.pid, errs[1] = strconv.Atoi(parts[1])
	r.begun, errs[2] = strconv.ParseUint(parts[2], 10, 64)
	ok = errs == [3]error{} && r.pid > 0 && r.begun > 0 && strings.HasPrefix(text, r.String()+"-")
	return r, ok
}

// newToken returns a unique mark for a tree, which also identifies its runner.
func newToken() (string, error) {
	var bits [12]byte
	if _, err := rand.Read(bits[:]); err != nil {
		return "", fmt.Errorf("engine token: %w", err)
	}
	return self().String() + "-" + hex.EncodeToString(bits[:]), nil
}

const folderPrefix = "zugwatch-engine-"

// MakeFolder makes a private folder for a program to work in, which the caller
// has to remove. When this process is killed, the next one that starts a tree
// removes it (Linux).
func MakeFolder() (string, error) {
	folder, err := os.MkdirTemp("", folderPrefix+self().String()+"-")
	if err != nil {
		return "", fmt.Errorf("engine directory: %w", err)
	}
	return folder, nil
}
