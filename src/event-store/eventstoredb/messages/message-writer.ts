/**
 * Writes a protobuf message into one buffer, from its last field to its first: when the length of an inner field is
 * written, the field itself is already there. Joining a message from the buffers of its fields takes four times as
 * long.
 */
export interface MessageWriter {
  /** Bytes that are already encoded. */
  raw(bytes: Uint8Array): void;
  /** A field that holds a whole number, from 0 to the largest safe one. */
  number(field: number, value: number): void;
  /** A field that holds text or bytes. */
  bytes(field: number, value: Uint8Array | string): void;
  /** A field that holds the fields that `write` writes. */
  message(field: number, write: () => void): void;
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;

/** Most messages fit. What is written there is copied before the next message. */
const shared = Buffer.allocUnsafeSlow(128 * 1024);

/** The message of the fields that `write` writes, the last one first. `most`: its maximum size in bytes. */
export const writeMessage = (most: number, write: (writer: MessageWriter) => void): Buffer => {
  const buffer = most > shared.length ? Buffer.allocUnsafeSlow(most) : shared;
  let start = buffer.length;

  /** Seven bits in a byte, the lowest first. */
  const varint = (value: number): void => {
    let length = 1;
    for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 128)) length++;
    start -= length;
    let at = start;
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 128)) buffer[at++] = (rest % 128) + 128;
    buffer[at] = rest;
  };
  const head = (field: number, length: number): void => {
    varint(length);
    varint(field * 8 + LENGTH_DELIMITED);
  };
  const raw = (bytes: Uint8Array): void => {
    start -= bytes.length;
    buffer.set(bytes, start);
  };
  write({
    raw,
    number: (field, value) => {
      varint(value);
      varint(field * 8 + VARINT);
    },
    bytes: (field, value) => {
      const end = start;
      if (typeof value === 'string') {
        start -= Buffer.byteLength(value);
        buffer.write(value, start);
      } else raw(value);
      head(field, end - start);
    },
    message: (field, writeFields) => {
      const end = start;
      writeFields();
      head(field, end - start);
    },
  });
  return Buffer.from(buffer.subarray(start));
};
