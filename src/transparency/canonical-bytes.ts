import {
  bytesOf,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  checkRoom,
  NOT_PLAIN,
  OPEN_OBJECT,
  writeAscii,
  writeByte,
  writeList,
  writeNumber,
  writeText,
} from '../event-store/packing/json-bytes.ts';

/** Deeper values are left to canonicalJson. */
const MAX_DEPTH = 100;

/**
 * A byte, and after it canonicalJson(value) in UTF-8, in a third of the time: the tree does this for each event. Null
 * for a value that canonicalJson has to look at, or to refuse. The bytes are those of the next text too.
 */
export const canonicalBytes = (prefix: number, value: unknown): Buffer | null =>
  bytesOf(() => {
    writeByte(prefix);
    write(value, 0);
  });

const write = (value: unknown, depth: number): void => {
  checkRoom();
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw NOT_PLAIN;
    writeText(value);
  } else if (typeof value === 'number' && Number.isFinite(value)) writeNumber(value);
  else if (value === null) writeAscii('null');
  else if (typeof value === 'boolean') writeAscii(value ? 'true' : 'false');
  else if (typeof value !== 'object' || depth > MAX_DEPTH || 'toJSON' in value) throw NOT_PLAIN;
  else if (Array.isArray(value)) writeList(value, write, depth + 1);
  else writeObject(value as Readonly<Record<string, unknown>>, depth + 1);
};

const writeObject = (value: Readonly<Record<string, unknown>>, depth: number): void => {
  writeByte(OPEN_OBJECT);
  let isFirst = true;
  for (const key of inOrder(Object.keys(value))) {
    const member = value[key];
    if (member === undefined) continue;
    if (!isFirst) writeByte(COMMA);
    isFirst = false;
    if (!key.isWellFormed()) throw NOT_PLAIN;
    writeText(key);
    writeByte(COLON);
    write(member, depth);
  }
  writeByte(CLOSE_OBJECT);
};

/** Up to so many names, to insert each at its place is quicker than `sort`. */
const FEW = 40;

/** The same array, in the order of UTF-16 code units. */
const inOrder = (keys: string[]): readonly string[] => {
  if (keys.length > FEW) return keys.sort();
  for (let index = 1; index < keys.length; index++) {
    const key = keys[index]!;
    let place = index;
    for (; place > 0 && keys[place - 1]! > key; place--) keys[place] = keys[place - 1]!;
    keys[place] = key;
  }
  return keys;
};
