import { isPlainText } from './json-text.ts';
import { PACKED_KEYS } from './packed-keys.ts';

/** First characters of the marks of two characters. The second character is printable. */
const AFTER_COMMA = '\x01\x02\x03';
const AFTER_BRACE = '\x04\x05\x06';
/** Marks of one character, for the first keys after a comma. Not the line feed: callers separate texts with it. */
const SHORT = '\x07\x08\x09\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f';
const FIRST_PRINTABLE = 33;
const PRINTABLE = 94;
/** Deeper values and longer texts are left to JSON.stringify and packJson. */
const MAX_DEPTH = 100;
const MAX_LENGTH = 100_000;

const longMark = (leads: string, place: number): string =>
  leads[Math.floor(place / PRINTABLE)] + String.fromCharCode(FIRST_PRINTABLE + (place % PRINTABLE));

const afterComma = new Map(PACKED_KEYS.map((key, place) => [key, SHORT[place] ?? longMark(AFTER_COMMA, place)]));
const afterBrace = new Map(PACKED_KEYS.map((key, place) => [key, longMark(AFTER_BRACE, place)]));
const markOf = new Map<string, string>([
  ...[...afterComma].map(([key, mark]) => [`,"${key}":`, mark] as const),
  ...[...afterBrace].map(([key, mark]) => [`{"${key}":`, mark] as const),
]);
const textOf = new Map([...markOf].map(([text, mark]) => [mark, text]));

/**
 * Packs a text that JSON.stringify made. A key of PACKED_KEYS, with the comma or brace before it and the colon after
 * it, becomes a mark of one or two characters. A mark begins with a control character: JSON.stringify escapes these, so
 * they do not occur in its text. The packed text of a large event is half as long.
 */
export const packJson = (text: string): string => text.replace(/[,{]"[a-z_]+":/g, (key) => markOf.get(key) ?? key);

/**
 * The same text as packJson(JSON.stringify(value)), in a third of the time. Null for a value that is not plain data, is
 * too deep or gives too long a text: the caller then uses packJson.
 */
export const packPlain = (value: unknown): string | null => {
  try {
    const text = write(value, 0);
    return text.length > MAX_LENGTH ? null : text;
  } catch (error) {
    if (error === NOT_PLAIN) return null;
    throw error;
  }
};

const NOT_PLAIN = new Error('not plain');
const PLAIN: ReadonlySet<unknown> = new Set([Object.prototype, null]);

const write = (value: unknown, depth: number): string => {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'boolean') return String(value);
  if (value === null) return 'null';
  if (typeof value !== 'object' || depth > MAX_DEPTH || 'toJSON' in value) throw NOT_PLAIN;
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(',')}]`;
  if (!PLAIN.has(Object.getPrototypeOf(value))) throw NOT_PLAIN;
  return writeObject(value as Readonly<Record<string, unknown>>, depth + 1);
};

const writeObject = (value: Readonly<Record<string, unknown>>, depth: number): string => {
  let text = '';
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    const isFirst = text === '';
    const mark = (isFirst ? afterBrace : afterComma).get(key);
    text += mark ?? `${isFirst ? '{' : ','}${JSON.stringify(key)}:`;
    text += write(member, depth);
  }
  return text === '' ? '{}' : `${text}}`;
};

const quote = (text: string): string => (isPlainText(text) ? `"${text}"` : JSON.stringify(text));

/**
 * Restores the text exactly.
 * @throws Error if a newer version has packed it, with a key that this one does not know
 */
export const unpackJson = (packed: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the marks
  packed.replace(/[\x07-\x09\x0b-\x1f]|[\x01-\x06]./g, (mark) => {
    const text = textOf.get(mark);
    if (text === undefined) throw new Error('a newer version has packed this JSON');
    return text;
  });
