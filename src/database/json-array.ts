/** Types of elements: their numbers in every Postgres database. */
const JSON_OID = 114;
const TEXT_OID = 25;
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL = -1;

/**
 * An array parameter from texts, in Postgres' binary form, for which `pg` takes a Buffer. In an array literal we would
 * escape every quote and Postgres would unescape it, which costs both sides about half of what large parameters cost.
 */
const binaryArray = (oid: number, texts: readonly (string | null)[]): Buffer => {
  let bytes = HEADER_BYTES;
  for (const text of texts) bytes += LENGTH_BYTES + (text === null ? 0 : Buffer.byteLength(text));
  const buffer = Buffer.allocUnsafe(bytes);
  buffer.writeInt32BE(1, 0); // dimensions
  buffer.writeInt32BE(Number(texts.includes(null)), 4);
  buffer.writeInt32BE(oid, 8);
  buffer.writeInt32BE(texts.length, 12);
  buffer.writeInt32BE(1, 16); // index of the first
  let at = HEADER_BYTES;
  for (const text of texts) {
    const length = text === null ? NULL : buffer.write(text, at + LENGTH_BYTES);
    buffer.writeInt32BE(length, at);
    at += LENGTH_BYTES + Math.max(0, length);
  }
  return buffer;
};

/** A `json[]` parameter from JSON texts. */
export const jsonArray = (texts: readonly (string | null)[]): Buffer => binaryArray(JSON_OID, texts);

/** A `text[]` parameter. */
export const textArray = (texts: readonly string[]): Buffer => binaryArray(TEXT_OID, texts);
