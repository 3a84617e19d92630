package uci

// Class is the kind of a fault.
type Class string

// The classes of faults that an engine's process can have.
const (
	ClassStart         Class = "start-failed"       // it did not start
	ClassHandshake     Class = "handshake-timeout"  // it did not introduce itself in time
	ClassReady         Class = "ready-timeout"      // it did not become ready in time
	ClassOption        Class = "option-rejected"    // it does not have an option, or not this value
	ClassSignal        Class = "crash-signal"       // it was ended by a signal
	ClassExit          Class = "crash-exit"         // it ended by itself
	ClassTimeout       Class = "search-timeout"     // it did not answer within the absolute limit
	ClassStop          Class = "stop-ignored"       // it went on after it was told to stop
	ClassNoMove        Class = "no-bestmove"        // it answered without a move
	ClassMalformedMove Class = "malformed-bestmove" // its answer is not a move in coordinates
	ClassIllegalMove   Class = "illegal-bestmove"   // its answer is not legal in the position
	ClassNullMove      Class = "null-bestmove"      // it answered that there is no move although there is
	ClassDuplicateMove Class = "duplicate-bestmove" // it answered twice
	ClassStaleMove     Class = "stale-bestmove"     // it answered what was not asked
	ClassOutputClosed  Class = "closed-stdout"      // it closed its output and lives on
	ClassInputBlocked  Class = "stdin-blocked"      // it does not read its input
	ClassFlood         Class = "output-flood"       // it printed more than it may
	ClassMemory        Class = "memory-limit"       // it took more memory than it may
	ClassLeftover      Class = "leftover-processes" // it left processes behind
	ClassInternal      Class = "internal"           // anything else
)

// Fault is the error of an engine that did what it must not do. After a fault
// of a search or reset the process is dead, and further calls repeat the fault.
type Fault struct {
	Class   Class
	Detail  string   // what happened, one line, with the limit that was passed
	Capsule *Capsule // the circumstances; nil when no process was started
}

// Error is the class and the detail.
func (f *Fault) Error() string { return string(f.Class) + ": " + f.Detail }

// FaultClass is the name of the class.
func (f *Fault) FaultClass() string { return string(f.Class) }

// FaultCapsule is the text of the capsule, empty when there is none.
func (f *Fault) FaultCapsule() string {
	if f.Capsule == nil {
		return ""
	}
	return f.Capsule.Text()
}
