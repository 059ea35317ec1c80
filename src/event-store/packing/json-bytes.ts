/** Longer texts are left to others. */
const MAX_BYTES = 100_000;
/** What is written between two looks at MAX_BYTES is shorter: a key, a number or a word, and what stands around them. */
const SLACK = 1_000;
/** A UTF-16 code unit of a plain text takes at most so many bytes. */
const BYTES_OF_UNIT = 3;

/**
 * JSON is written here in UTF-8, piece by piece, and the memory is used again for the next text: a string that grows piece
 * by piece takes twice as long, and leaves much for the garbage collector.
 */
const scratch = Buffer.alloc(MAX_BYTES + SLACK);
let end = 0;

/** Thrown for a value that is left to others: it is too long, too deep or no plain data. */
export const NOT_PLAIN = new Error('not plain');

/**
 * What `write` writes. Null for a value that is not plain. The bytes are those of the next text too: copy what has to
 * stay.
 */
export const bytesOf = (write: () => void): Buffer | null => {
  end = 0;
  try {
    write();
    return end > MAX_BYTES ? null : scratch.subarray(0, end);
  } catch (error) {
    if (error === NOT_PLAIN) return null;
    throw error;
  }
};

/** Called for each value. Throws NOT_PLAIN when there is no more room. */
export const checkRoom = (): void => {
  if (end > MAX_BYTES) throw NOT_PLAIN;
};

export const writeByte = (byte: number): void => {
  scratch[end++] = byte;
};

export const COMMA = 0x2c;
export const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Characters below 128 as they are. */
export const writeAscii = (text: string): void => {
  let at = end;
  for (let index = 0; index < text.length; index++) scratch[at++] = text.charCodeAt(index);
  end = at;
};

/** An array. `write` writes each item, which is `depth` levels deep. */
export const writeList = (
  items: readonly unknown[],
  write: (item: unknown, depth: number) => void,
  depth: number,
): void => {
  writeByte(OPEN_ARRAY);
  for (let index = 0; index < items.length; index++) {
    if (index > 0) writeByte(COMMA);
    write(items[index], depth);
  }
  writeByte(CLOSE_ARRAY);
};

/** A text as a JSON value, with its quotes. */
export const writeText = (text: string): void => {
  if (end + text.length * BYTES_OF_UNIT > MAX_BYTES) throw NOT_PLAIN;
  let at = end;
  scratch[at++] = QUOTE;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      if (unit < 0x20 || unit === QUOTE || unit === BACKSLASH) {
        writeJson(text);
        return;
      }
      scratch[at++] = unit;
    } else if (unit < 0x800) {
      scratch[at++] = 0xc0 | (unit >> 6);
      scratch[at++] = 0x80 | (unit & 0x3f);
    } else {
      // A half of a surrogate pair.
      if (unit >= 0xd800 && unit < 0xe000) {
        writeJson(text);
        return;
      }
      scratch[at++] = 0xe0 | (unit >> 12);
      scratch[at++] = 0x80 | ((unit >> 6) & 0x3f);
      scratch[at++] = 0x80 | (unit & 0x3f);
    }
  }
  scratch[at++] = QUOTE;
  end = at;
};

/** A text with characters that JSON escapes, or with pairs. */
const writeJson = (text: string): void => {
  const json = JSON.stringify(text);
  if (end + json.length * BYTES_OF_UNIT > MAX_BYTES) throw NOT_PLAIN;
  end += scratch.write(json, end);
};

/** A number that is finite. */
export const writeNumber = (value: number): void => {
  // Most are whole, and fit in 32 bits.
  if ((value | 0) === value && value >= 0) writeDigits(value);
  else writeAscii(String(value));
};

const writeDigits = (value: number): void => {
  let bound = 10;
  end++;
  while (value >= bound) {
    bound *= 10;
    end++;
  }
  let at = end;
  let rest = value;
  do {
    const tenth = (rest / 10) | 0;
    scratch[--at] = 0x30 + rest - tenth * 10;
    rest = tenth;
  } while (rest > 0);
};
