package tablebase

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// A file is a head line with the format and the ending, the codes by index and
// the SHA-256 of all that.

// format begins every file. Its number changes with the meaning of the bytes.
const format = "zugwatch tablebase 1 "

// DefaultFolder returns the default folder of the tables, in the user's cache folder. It fails if the system has
// none.
func DefaultFolder() (string, error) {
	cache, err := os.UserCacheDir()
	return filepath.Join(cache, "zugwatch", "tablebase"), err
}

// fileName returns where the table of an ending lies in a folder.
func fileName(dir string, e Ending) string { return filepath.Join(dir, e.String()+".table") }

// errDamaged is the error about an existing file that cannot be used.
var errDamaged = errors.New("file is damaged")

// load reads a table. The error is fs.ErrNotExist if there is none, errDamaged if the file is not a valid table of
// the ending.
func load(name string, l *layout) (*table, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("table: %w", err)
	}
	head := head(l.ending)
	want := len(head) + l.size() + sha256.Size
	switch {
	case !bytes.HasPrefix(content, []byte(head)):
		return nil, fmt.Errorf("table: %s: %w: it does not begin with %q", name, errDamaged, head)
	case len(content) != want:
		return nil, fmt.Errorf("table: %s: %w: it has %d bytes, not %d", name, errDamaged, len(content), want)
	}
	body, sum := content[:want-sha256.Size], content[want-sha256.Size:]
	if got := sha256.Sum256(body); !bytes.Equal(got[:], sum) {
		return nil, fmt.Errorf("table: %s: %w: its checksum does not match", name, errDamaged)
	}
	return &table{layout: l, codes: body[len(head):]}, nil
}

// head returns the first line of a file.
func head(e Ending) string { return format + e.String() + "\n" }

// save writes a table to a temporary file and renames it, so that no table file is ever incomplete. It makes the
// folder if necessary.
func save(name string, t *table) (err error) {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("table: %w", err)
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(name)+".*")
	if err != nil {
		return fmt.Errorf("table: %w", err)
	}
	defer os.Remove(f.Name()) // gone already when all went well
	sum := sha256.New()
	for _, part := range [][]byte{[]byte(head(t.ending)), t.codes} {
		sum.Write(part)
		if err == nil {
			_, err = f.Write(part)
		}
	}
	if err == nil {
		_, err = f.Write(sum.Sum(nil))
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("table: %w", err)
	}
	return nil
}
