package report

import (
	"bytes"
	"fmt"
	"io"
)

// MaxMarkdown is the most bytes of a report in Markdown. GitHub drops a job
// summary of more than 1 MiB as a whole, and may drop one that is close to it.
const MaxMarkdown = 768 << 10

// MinMarkdown is the least that Options.MaxBytes may be: room for the verdict
// and the words on what is left out.
const MinMarkdown = 8 << 10

// spareMarkdown is kept free for the words on what is left out.
const spareMarkdown = 200

// summary is a report in Markdown that grows up to a limit.
type summary struct {
	buffer  bytes.Buffer
	options Options
	left    int // bytes
}

// writeMarkdown writes the verdict, the gates, and then a section for each
// suite. What does not fit is counted.
func writeMarkdown(w io.Writer, r *Report, options Options) error {
	if options.MaxBytes == 0 {
		options.MaxBytes = MaxMarkdown
	}
	s := &summary{options: options, left: max(options.MaxBytes, MinMarkdown) - 2*spareMarkdown}
	p := &page{options: options}
	p.line("## Zugwatch: " + p.own(r.Verdict))
	p.line("")
	if r.Problem != nil {
		p.line("**Problem:** " + p.own(r.Problem.Text))
		p.line("")
		p.unlike(r.Problem.Unlike)
	}
	p.revisions(r.Revisions)
	p.leftOut(r.Left, r.Beyond)
	if err := s.add(&p.buffer); err != nil {
		return err
	}
	for _, part := range []func(*Report) error{s.gates, s.sections} {
		if err := part(r); err != nil {
			return err
		}
	}
	if _, err := w.Write(s.buffer.Bytes()); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// add takes over what was written if it fits.
func (s *summary) add(part *bytes.Buffer) error {
	if !s.fits(part.Len()) {
		return fmt.Errorf("report: markdown of %d bytes does not fit", part.Len())
	}
	s.left -= part.Len()
	_, err := part.WriteTo(&s.buffer)
	return err
}

func (s *summary) fits(size int) bool { return size <= s.left }

// gates writes the line of each gate.
func (s *summary) gates(r *Report) error {
	all, written := r.gates(), 0
	for _, write := range all {
		var line bytes.Buffer
		if err := write(&line, s.options); err != nil {
			return err
		}
		if !s.fits(line.Len()) {
			break
		}
		written++
		if err := s.add(&line); err != nil {
			return err
		}
	}
	s.more(written, len(all), "gate")
	if len(all) > 0 {
		s.buffer.WriteString("\n")
	}
	return nil
}

// sections writes one section for each suite.
func (s *summary) sections(r *Report) error {
	if r.contest() {
		_, err := s.section(func(part io.Writer, o Options) error { return SideBySide(part, r.Trials, o) })
		return err
	}
	for i := range r.Trials {
		fits, err := s.section(func(part io.Writer, o Options) error { return section(part, &r.Trials[i], o) })
		if err != nil {
			return err
		}
		if !fits {
			s.more(i, len(r.Trials), "suite")
			return nil
		}
	}
	for _, more := range []func(io.Writer, *Report, Options) error{races, allShifts} {
		if _, err := s.section(func(part io.Writer, o Options) error { return more(part, r, o) }); err != nil {
			return err
		}
	}
	return nil
}

// section writes one part if it fits.
func (s *summary) section(write func(io.Writer, Options) error) (bool, error) {
	options := s.options
	options.MaxBytes = max(s.left, 1)
	var part bytes.Buffer
	if err := write(&part, options); err != nil || !s.fits(part.Len()) {
		return false, err
	}
	return true, s.add(&part)
}

// more says how many do not fit.
func (s *summary) more(written, all int, noun string) {
	if written < all {
		fmt.Fprintf(&s.buffer, "\nand %s\n", plural(all-written, "more "+noun))
	}
}
