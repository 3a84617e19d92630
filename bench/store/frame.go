package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"strconv"
)

// maxRecord is the longest record of a journal, in bytes: the longest game has
// place in it.
const maxRecord = 128 << 10

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendFrame writes a record as one line: the CRC-32C of what follows it in
// eight hexadecimal digits, a blank, the length of the record, a blank and the
// record, which has no line feed.
func appendFrame(line, record []byte) []byte {
	body := strconv.AppendInt(nil, int64(len(record)), 10)
	body = append(append(body, ' '), record...)
	line = fmt.Appendf(line, "%08x ", crc32.Checksum(body, castagnoli))
	return append(append(line, body...), '\n')
}

// cutFrame takes the first line from data. The record is nil when the line is
// no frame, or has no end.
func cutFrame(data []byte) (record, rest []byte) {
	line, rest, ended := bytes.Cut(data, []byte("\n"))
	if !ended {
		return nil, nil
	}
	_, body, _ := bytes.Cut(line, []byte(" "))
	_, record, found := bytes.Cut(body, []byte(" "))
	if !found || len(record) == 0 || len(record) > maxRecord {
		return nil, rest
	}
	if spelt := appendFrame(nil, record); !bytes.Equal(spelt[:len(spelt)-1], line) {
		return nil, rest
	}
	return record, rest
}

// anyFrame tells whether a frame stands anywhere in data at the start of a line.
func anyFrame(data []byte) bool {
	for len(data) > 0 {
		record, rest := cutFrame(data)
		if record != nil {
			return true
		}
		data = rest
	}
	return false
}

// marshal is the one spelling of a value on one line.
func marshal(value any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), nil
}

// unmarshal reads what marshal has written, and nothing else.
func unmarshal(record []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(record))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil {
		return err
	}
	spelt, err := marshal(value)
	if err == nil && !bytes.Equal(spelt, record) {
		err = fmt.Errorf("record is in another spelling (expected %.60q)", spelt)
	}
	return err
}
