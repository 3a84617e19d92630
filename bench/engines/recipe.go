package engines

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
)

// Digest returns eight digits that tell recipes apart: by the build command, the program, its
// arguments, its environment and its options.
func (r Recipe) Digest() string {
	c := &r.command
	text := fmt.Sprintf("%q %q %q %q %q %q %q %+v %q", r.Name, filepath.ToSlash(r.program), r.build, c.Protocol, c.Args, c.Env, c.Options, c.Allowance, c.Dir)
	return fmt.Sprintf("%.4x", sha256.Sum256([]byte(text)))
}
