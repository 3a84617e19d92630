package memory

import "golang.org/x/sys/unix"

// advises reports whether huge pages are asked for.
const advises = true

// advise asks the kernel for huge pages under a region that begins at a page. A refusal costs speed only.
func advise(region []byte) { _ = unix.Madvise(region, unix.MADV_HUGEPAGE) }
