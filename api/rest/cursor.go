package rest

import (
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
)

// A cursor is a place in a list, in base64url: some bytes, and a checksum of them and of which list it is. What it says is
// nobody's business but ours; the checksum tells one that we gave out from one that was mistyped or made up.

// sealCursor writes the bytes of a place in a list as a cursor.
func sealCursor(place []byte, list string) string {
	sum := crc32.Update(crc32.ChecksumIEEE(place), crc32.IEEETable, []byte(list))
	b := binary.BigEndian.AppendUint32(place, sum)
	return base64.RawURLEncoding.EncodeToString(b)
}

// openCursor reads the bytes of a place, which are so many, from a cursor of a list; false for what is none of ours.
func openCursor(cursor string, length int, list string) (place []byte, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(b) != length+crc32.Size {
		return nil, false
	}
	place = b[:length:length]
	return place, sealCursor(place, list) == cursor
}

// cursorBytes is the length of a place in a list of games.
const cursorBytes = 8

// cursorOf writes a place in a list of games. All such lists have the same places, so that the checksum names none.
func cursorOf(place int64) string {
	return sealCursor(binary.BigEndian.AppendUint64(nil, uint64(place)), "")
}

// placeOf reads a cursor of a list of games; false for what is none of ours.
func placeOf(cursor string) (int64, bool) {
	b, ok := openCursor(cursor, cursorBytes, "")
	if !ok {
		return 0, false
	}
	place := int64(binary.BigEndian.Uint64(b))
	return place, place > 0
}
