package compare

// Role says what is asked of a position.
type Role uint8

// The roles.
const (
	MustPass     Role = iota // it is not to be lost
	ExpectedFail             // nobody expects it to be solved; when it is, that is told
	Control                  // it looks like its neighbours and has no zugzwang: losing it is lost tactics
	Quarantined              // nothing, for a while: see Quarantine
)

var roleWords = [...]string{"must-pass", "expected-fail", "control", "quarantine"}

// String is the role as a word.
func (r Role) String() string {
	if int(r) < len(roleWords) {
		return roleWords[r]
	}
	return "role"
}

// Role is what the gate asks of a position.
func (g Gate) Role(id string) Role { return g.roles()[id] }

// roles are the positions of a gate that have another role than MustPass, by
// ID.
func (g Gate) roles() map[string]Role {
	roles := make(map[string]Role)
	for _, id := range g.ExpectedFail {
		roles[id] = ExpectedFail
	}
	for _, id := range g.Control {
		roles[id] = Control
	}
	for _, q := range g.Quarantine {
		roles[q.ID] = Quarantined
	}
	return roles
}

// InQuarantine tells whether a position is not judged for a while.
func (c *Comparison) InQuarantine(id string) bool { return c.roles[id] == Quarantined }
