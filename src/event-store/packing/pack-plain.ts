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
} from './json-bytes.ts';
import { lastingCopy } from './lasting-copy.ts';
import { afterBrace, afterComma, nullAfterComma } from './packed-json.ts';
import { packText } from './packed-values.ts';

/** Deeper values are left to JSON.stringify and packJson. */
const MAX_DEPTH = 100;

let isSame = true;

/** Data in UTF-8, packed. */
export interface PackedPlain {
  readonly bytes: Buffer;
  /** Whether unpackData gives an equal value: JSON has no undefined members, no -0 and no NaN. */
  readonly isSame: boolean;
}

/**
 * The same as packJson(JSON.stringify(value)) in UTF-8, in a quarter of the time. Null for a value that is not plain
 * data, is too deep or gives too long a text: the caller then uses packJson.
 */
export const packPlain = (value: unknown): PackedPlain | null => {
  isSame = true;
  const bytes = bytesOf(() => write(value, 0));
  return bytes && { bytes: lastingCopy(bytes), isSame };
};

const write = (value: unknown, depth: number): void => {
  checkRoom();
  if (typeof value === 'string') writeValue(value);
  else if (typeof value === 'number') writeAnyNumber(value);
  else if (value === null) writeAscii('null');
  else if (typeof value === 'boolean') writeAscii(value ? 'true' : 'false');
  else if (typeof value !== 'object' || depth > MAX_DEPTH || 'toJSON' in value) throw NOT_PLAIN;
  else if (Array.isArray(value)) writeList(value, write, depth + 1);
  else writeObject(value as Readonly<Record<string, unknown>>, depth + 1);
};

const writeObject = (value: Readonly<Record<string, unknown>>, depth: number): void => {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw NOT_PLAIN;
  if (prototype === null) isSame = false;
  let isFirst = true;
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) {
      isSame = false;
      continue;
    }
    const noneMark = isFirst || !isNone(member) ? undefined : markOfNone.get(key);
    if (noneMark !== undefined) {
      if (member !== null) isSame = false;
      writeByte(noneMark & 0xff);
      writeByte(noneMark >> 8);
      continue;
    }
    const mark = (isFirst ? markAfterBrace : markAfterComma).get(key);
    if (mark === undefined) {
      writeByte(isFirst ? OPEN_OBJECT : COMMA);
      writeText(key);
      writeByte(COLON);
    } else {
      writeByte(mark & 0xff);
      if (mark > 0xff) writeByte(mark >> 8);
    }
    isFirst = false;
    write(member, depth);
  }
  if (isFirst) writeByte(OPEN_OBJECT);
  writeByte(CLOSE_OBJECT);
};

/** A mark as a number: its first character, and 256 times its second one. */
const asNumber = ([key, mark]: readonly [string, string]) =>
  [key, mark.charCodeAt(0) + 256 * (mark.length > 1 ? mark.charCodeAt(1) : 0)] as const;
const markAfterComma = new Map([...afterComma].map(asNumber));
const markAfterBrace = new Map([...afterBrace].map(asNumber));
const markOfNone = new Map([...nullAfterComma].map(asNumber));

/** JSON has null for it. */
const isNone = (value: unknown): boolean => value === null || (typeof value === 'number' && !Number.isFinite(value));

const writeValue = (text: string): void => {
  const packed = text.length === 36 || text.length === 24 ? packText(text) : null;
  if (packed === null) writeText(text);
  else writeAscii(packed);
};

const writeAnyNumber = (value: number): void => {
  if (Number.isFinite(value)) {
    if (Object.is(value, -0)) isSame = false;
    writeNumber(value);
  } else {
    isSame = false;
    writeAscii('null');
  }
};
