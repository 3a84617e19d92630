package compare

import "time"

// Quarantine takes a position out of the verdict until a day: what becomes of it
// is reported and not judged. After that day it is an error, so that nothing
// stays in quarantine unseen.
type Quarantine struct {
	ID     string `json:"id"`
	Reason string `json:"reason"` // why, one line
	Until  string `json:"until"`  // the last day, YYYY-MM-DD
}

// check finds an entry that says too little or has expired on the day, both as
// YYYY-MM-DD.
func (q Quarantine) check(today string) error {
	if q.ID == "" || q.Reason == "" {
		return gateErrorf("quarantine of %q gives no %s (expected id, reason and until)", q.ID, lacking(q))
	}
	if !isDate(q.Until) {
		return gateErrorf("quarantine of %s is until %q (expected YYYY-MM-DD)", q.ID, q.Until)
	}
	if !isDate(today) {
		return gateErrorf("quarantine needs the date of today, found %q (expected YYYY-MM-DD)", today)
	}
	if today > q.Until { // both are written so that their order is that of the days
		return gateErrorf("quarantine of %s expired after %s: %s (expected a later date with a reason, or no entry)", q.ID, q.Until, q.Reason)
	}
	return nil
}

func lacking(q Quarantine) string {
	if q.ID == "" {
		return "id"
	}
	return "reason"
}

func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}
