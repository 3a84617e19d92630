//go:build !linux

package uci

import "time"

func begunAt(int) uint64 { return 0 }

// strays are not known: processes can not be told apart by their environment.
func (f *Family) strays() []struct{} { return nil }

func (f *Family) sweep(time.Duration) int { return 0 }

// resident is not known.
func (f *Family) resident(int64) int64 { return 0 }
