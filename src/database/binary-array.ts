/**
 * Array parameters in Postgres' binary form, for which `pg` takes a Buffer. In an array literal we would escape every
 * quote and Postgres would unescape it, which costs both sides about half of what large parameters cost. Numbers and
 * UUIDs cost a tenth of what they cost as text.
 */

/** Types of elements: their numbers in every Postgres database. */
const OID = { bigint: 20, int: 23, text: 25, json: 114, timestamptz: 1184, uuid: 2950, bytea: 17 } as const;
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL = -1;

/** Both null and undefined become NULL. */
type Items<Item> = readonly (Item | null | undefined)[];

/** A `json[]` parameter from JSON texts. */
export const jsonArray = (texts: Items<string>): Buffer => textsOf(OID.json, texts);

/** A `text[]` parameter from texts, some of them in UTF-8 already. */
export const textArray = (texts: Items<string | Buffer>): Buffer => textsOf(OID.text, texts);

/** A `bytea[]` parameter. */
export const byteaArray = (bytes: Items<Buffer>): Buffer => textsOf(OID.bytea, bytes);

/** A `uuid[]` parameter from texts such as '5f0f9f5e-0d0c-4a53-9d43-2f4f6c5b7a10'. @throws RangeError for another text */
export const uuidArray = (uuids: Items<string>): Buffer => sameSized(OID.uuid, 16, uuids, writeUuid);

/** An `int[]` parameter. @throws RangeError for a number that no int can hold */
export const intArray = (numbers: Items<number>): Buffer => sameSized(OID.int, 4, numbers, writeInt);

/** A `bigint[]` parameter. @throws RangeError for a number that is not a safe integer */
export const bigintArray = (numbers: Items<number>): Buffer => sameSized(OID.bigint, 8, numbers, writeBigint);

/** A `timestamptz[]` parameter from whole milliseconds since 1970, for the years 0 to 4000. */
export const timestampArray = (times: Items<number>): Buffer => sameSized(OID.timestamptz, 8, times, writeTimestamp);

const writeHeader = (buffer: Buffer, oid: number, items: Items<unknown>): void => {
  buffer.writeInt32BE(1, 0); // dimensions
  buffer.writeInt32BE(Number(items.some((item) => item == null)), 4);
  buffer.writeInt32BE(oid, 8);
  buffer.writeInt32BE(items.length, 12);
  buffer.writeInt32BE(1, 16); // index of the first
};

const textsOf = (oid: number, texts: Items<string | Buffer>): Buffer => {
  let bytes = HEADER_BYTES;
  for (const text of texts) bytes += LENGTH_BYTES + (text == null ? 0 : Buffer.byteLength(text));
  const buffer = Buffer.allocUnsafe(bytes);
  writeHeader(buffer, oid, texts);
  let at = HEADER_BYTES;
  for (const text of texts) {
    const length = text == null ? NULL : writeText(buffer, text, at + LENGTH_BYTES);
    buffer.writeInt32BE(length, at);
    at += LENGTH_BYTES + Math.max(0, length);
  }
  return buffer;
};

const writeText = (buffer: Buffer, text: string | Buffer, at: number): number =>
  typeof text === 'string' ? buffer.write(text, at) : text.copy(buffer, at);

/** Each item but null takes the same number of bytes. */
const sameSized = <Item>(
  oid: number,
  size: number,
  items: Items<Item>,
  write: (buffer: Buffer, item: Item, at: number) => void,
): Buffer => {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + items.length * (LENGTH_BYTES + size));
  writeHeader(buffer, oid, items);
  let at = HEADER_BYTES;
  for (const item of items) {
    buffer.writeInt32BE(item == null ? NULL : size, at);
    at += LENGTH_BYTES;
    if (item == null) continue;
    write(buffer, item, at);
    at += size;
  }
  return buffer.subarray(0, at);
};

const HYPHEN = 0x2d;
const NO_DIGIT = 0xff;
/** The value of a hexadecimal digit, by its character code. */
const DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  DIGITS[digit.charCodeAt(0)] = value;
  DIGITS[digit.toUpperCase().charCodeAt(0)] = value;
}

const writeUuid = (buffer: Buffer, uuid: string, at: number): void => {
  let place = 0;
  for (let index = 0; index < 16; index++) {
    if (index === 4 || index === 6 || index === 8 || index === 10) {
      if (uuid.charCodeAt(place++) !== HYPHEN) throw new RangeError('not a UUID');
    }
    const high = DIGITS[uuid.charCodeAt(place++)] ?? NO_DIGIT;
    const low = DIGITS[uuid.charCodeAt(place++)] ?? NO_DIGIT;
    if (high === NO_DIGIT || low === NO_DIGIT) throw new RangeError('not a UUID');
    buffer[at + index] = (high << 4) | low;
  }
  if (place !== uuid.length) throw new RangeError('not a UUID');
};

const writeInt = (buffer: Buffer, value: number, at: number): void => {
  if (!Number.isInteger(value)) throw new RangeError('not an integer');
  buffer.writeInt32BE(value, at);
};

const writeBigint = (buffer: Buffer, value: number, at: number): void => {
  if (!Number.isSafeInteger(value)) throw new RangeError('not a safe integer');
  writeEightBytes(buffer, value, at);
};

const TWO_32 = 2 ** 32;

/** In two halves: a BigInt would be allocated for each. */
const writeEightBytes = (buffer: Buffer, value: number, at: number): void => {
  const high = Math.floor(value / TWO_32);
  buffer.writeInt32BE(high, at);
  buffer.writeUInt32BE(value - high * TWO_32, at + 4);
};

/** Postgres counts from here. */
const EPOCH = Date.UTC(2000, 0, 1);

/** Microseconds are a multiple of 8, so a double holds them exactly up to 2 ** 56. That is 2 283 years. */
const writeTimestamp = (buffer: Buffer, milliseconds: number, at: number): void => {
  if (!Number.isInteger(milliseconds)) throw new RangeError('not whole milliseconds');
  writeEightBytes(buffer, (milliseconds - EPOCH) * 1_000, at);
};
