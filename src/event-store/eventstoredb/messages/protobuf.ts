/**
 * The part of the protobuf encoding that the frequent messages need. The client's generated classes take several times
 * as long for an event: they convert by way of base64, maps, and text for every large number.
 */

const VARINT = 0;
const FIXED_64 = 1;
const LENGTH_DELIMITED = 2;
const FIXED_32 = 5;

/** A field with text, or with the fields of an inner message. */
export const bytesField = (field: number, value: Uint8Array | string): Buffer => {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  const header = [...varint(field * 8 + LENGTH_DELIMITED), ...varint(bytes.length)];
  return Buffer.concat([Buffer.from(header), bytes]);
};

export const messageField = (field: number, ...fields: readonly Uint8Array[]): Buffer =>
  bytesField(field, Buffer.concat(fields));

/** A whole number from 0 to the largest safe one. */
export const numberField = (field: number, value: number): Buffer =>
  Buffer.from([...varint(field * 8 + VARINT), ...varint(value)]);

/** Seven bits in a byte, the lowest first. */
const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return bytes;
};

/** A field of a message: its number, and the place of its bytes, or its value. */
export type FieldVisitor = (field: number, start: number, end: number, value: number) => void;

/** Visits the fields of the message between two offsets. Numbers above the largest safe one are inexact. */
export const eachField = (bytes: Buffer, start: number, end: number, visit: FieldVisitor): void => {
  let at = start;
  const next = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('a message of the event store is cut short');
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  while (at < end) {
    const tag = next();
    const field = Math.floor(tag / 8);
    const type = tag % 8;
    if (type === VARINT) visit(field, at, at, next());
    else if (type === LENGTH_DELIMITED) {
      const length = next();
      visit(field, at, at + length, 0);
      at += length;
    } else if (type === FIXED_64) at += 8;
    else if (type === FIXED_32) at += 4;
    else throw new Error('a message of the event store can not be read');
  }
};
