package rest

import (
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
)

// A cursor is a place in a list, 8 bytes, with a checksum of them, in base64url. What it says is nobody's business but
// ours; the checksum tells one that we gave out from one that was mistyped or made up.
const cursorBytes = 8

func cursorOf(place int64) string {
	b := binary.BigEndian.AppendUint64(nil, uint64(place))
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	return base64.RawURLEncoding.EncodeToString(b)
}

// placeOf reads a cursor; false for what is none of ours.
func placeOf(cursor string) (int64, bool) {
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(b) != cursorBytes+crc32.Size {
		return 0, false
	}
	place := int64(binary.BigEndian.Uint64(b[:cursorBytes]))
	return place, place > 0 && cursorOf(place) == cursor
}
