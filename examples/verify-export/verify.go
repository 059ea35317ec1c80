// go run verify.go events.ndjson key.pub: proves that each line of an export is in the log that the key signed.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"
	"unicode/utf16"
)

type object = map[string]any

func fail(why string, values ...any) {
	fmt.Fprintf(os.Stderr, "DIFFERS: "+why+"\n", values...)
	os.Exit(1)
}

func sha(parts ...[]byte) []byte {
	sum := sha256.Sum256(bytes.Join(parts, nil))
	return sum[:]
}

// Numbers keep the digits of the file, which are those of RFC 8785 already.
func parse(line string, into any) {
	decoder := json.NewDecoder(strings.NewReader(line))
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		fail("a line is no JSON: %v", err)
	}
}

// A text as RFC 8785 writes it: only quotes, backslashes and control characters are escaped.
func quoted(text string) string {
	var out strings.Builder
	for _, char := range text {
		if at := strings.IndexRune("\"\\\b\t\n\f\r", char); at >= 0 {
			out.WriteString([]string{`\"`, `\\`, `\b`, `\t`, `\n`, `\f`, `\r`}[len([]rune("\"\\\b\t\n\f\r"[:at]))])
		} else if char < ' ' {
			fmt.Fprintf(&out, `\u%04x`, char)
		} else {
			out.WriteRune(char)
		}
	}
	return `"` + out.String() + `"`
}

// RFC 8785: members in the order of their names (by UTF-16), no spaces.
func canonical(value any) string {
	var parts []string
	switch value := value.(type) {
	case nil:
		return "null"
	case string:
		return quoted(value)
	case []any:
		for _, item := range value {
			parts = append(parts, canonical(item))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case object:
		names := make([]string, 0, len(value))
		for name := range value {
			names = append(names, name)
		}
		sort.Slice(names, func(a, b int) bool {
			left, right := utf16.Encode([]rune(names[a])), utf16.Encode([]rune(names[b]))
			for i := 0; i < len(left) && i < len(right); i++ {
				if left[i] != right[i] {
					return left[i] < right[i]
				}
			}
			return len(left) < len(right)
		})
		for _, name := range names {
			parts = append(parts, quoted(name)+":"+canonical(value[name]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	default: // a json.Number or a bool
		return fmt.Sprint(value)
	}
}

type leaf struct {
	index int
	hash  []byte
}

// The leaf of a line: the event as it is stored. What the line shows in another form stands under `stored`.
func leafOf(line, brand string) (string, []byte) {
	var event object
	parse(line, &event)
	stored, _ := event["stored"].(object)
	beside, _ := stored["metadata"].(object)
	for name := range stored {
		if name != "personal" && name != "metadata" {
			fail("a line needs npm run audit")
		}
	}
	data := event["data"]
	// What is sealed in the log is shown open: it is the one thing that this program can not prove.
	if personal, ok := stored["personal"]; ok {
		data.(object)["personal"] = personal
	}
	stands := object{"data": data, "id": event["event_id"]}
	for _, name := range []string{"position", "recorded_at", "revision", "stream", "type"} {
		stands[name] = event[name]
	}
	metadata := object{"brand_id": brand}
	for _, name := range strings.Fields("command_id correlation_id causation_id actor occurred_at schema_version") {
		metadata[name] = event[name]
	}
	for name, value := range beside {
		if name != "point_id" {
			fail("a line needs npm run audit")
		}
		metadata[name] = value
	}
	stands["metadata"] = metadata
	if len(event) != 13+min(len(stored), 1) {
		fail("a line has a member that events do not have")
	}
	return fmt.Sprint(event["position"]), sha([]byte{0}, []byte(canonical(stands)))
}

func main() {
	file, err := os.ReadFile(os.Args[1])
	key, err2 := os.ReadFile(os.Args[2])
	if err != nil || err2 != nil {
		fail("a file can not be read")
	}
	lines := strings.Split(strings.TrimRight(string(file), "\n"), "\n")
	var last struct {
		Proof struct {
			BrandID string `json:"brand_id"`
			Size    int
			Note    string
			Events  [][3]any // the position, the place in the tree, the hash of the leaf
			Hashes  []string
		}
	}
	parse(lines[len(lines)-1], &last)
	proof, lines := last.Proof, lines[:len(lines)-1]
	if len(proof.Events) != len(lines) {
		fail("the proof does not fit the lines")
	}
	var leaves []leaf
	for nth, line := range lines {
		position, hash := leafOf(line, proof.BrandID)
		known := proof.Events[nth]
		if fmt.Sprint(known[0]) != position || known[2] != base64.StdEncoding.EncodeToString(hash) {
			fail("line %d was changed", nth+1)
		}
		index, _ := known[1].(json.Number).Int64()
		leaves = append(leaves, leaf{int(index), hash})
	}
	count := len(leaves)

	// The root that follows: each range is split at the largest power of two below its length (RFC 6962).
	var walk func(start, end int) []byte
	walk = func(start, end int) []byte {
		if len(leaves) == 0 || leaves[0].index >= end {
			if len(proof.Hashes) == 0 {
				fail("a hash is missing")
			}
			hash, _ := base64.StdEncoding.DecodeString(proof.Hashes[0])
			proof.Hashes = proof.Hashes[1:]
			return hash
		}
		if end-start == 1 {
			hash := leaves[0].hash
			leaves = leaves[1:]
			return hash
		}
		middle := 1
		for middle*2 < end-start {
			middle *= 2
		}
		left := walk(start, start+middle)
		return sha([]byte{1}, left, walk(start+middle, end))
	}
	root := base64.StdEncoding.EncodeToString(walk(0, proof.Size))
	if len(leaves)+len(proof.Hashes) > 0 {
		fail("the proof does not fit the lines")
	}

	// The signed note: the log's name, the size and the root, then an empty line and the signatures.
	parts := strings.SplitN(strings.TrimSpace(string(key)), "+", 3)
	public, _ := base64.StdEncoding.DecodeString(parts[2])
	text := proof.Note[:strings.LastIndex(proof.Note, "\n\n")+1]
	isSigned := false
	for _, line := range strings.Split(proof.Note, "\n") {
		if encoded, ok := strings.CutPrefix(line, "— "+parts[0]+" "); ok {
			signature, _ := base64.StdEncoding.DecodeString(encoded)
			isSigned = isSigned || len(signature) == 68 && hex.EncodeToString(signature[:4]) == parts[1] &&
				ed25519.Verify(public[1:], []byte(text), signature[4:])
		}
	}
	if !isSigned || text != fmt.Sprintf("%s\n%d\n%s\n", parts[0], proof.Size, root) {
		fail("the key did not sign this log")
	}
	fmt.Printf("%d events are in the log of %d events that was signed\n", count, proof.Size)
}
