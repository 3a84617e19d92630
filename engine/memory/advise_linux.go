package memory

import "golang.org/x/sys/unix"

// Advise asks the kernel for huge pages under a region that begins at a page. A refusal costs speed only.
func Advise(region []byte) { _ = unix.Madvise(region, unix.MADV_HUGEPAGE) }
