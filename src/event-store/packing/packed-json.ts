import { PACKED_KEYS } from './packed-keys.ts';
import { INSTANT_MARK, packText, UUID_MARK, unpackInstant, unpackUuid } from './packed-values.ts';

/** First characters of the marks of two characters. The second character is printable. */
const AFTER_COMMA = '\x01\x02\x03';
const AFTER_BRACE = '\x04\x05\x06';
/** Marks of one character, for the first keys after a comma. Not the line feed: callers separate texts with it. */
const SHORT = '\x07\x08\x09\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f';
const FIRST_PRINTABLE = 33;
const PRINTABLE = 94;

const longMark = (leads: string, place: number): string =>
  leads[Math.floor(place / PRINTABLE)] + String.fromCharCode(FIRST_PRINTABLE + (place % PRINTABLE));

/** The mark of each key after a comma, and after a brace. */
export const afterComma = new Map(PACKED_KEYS.map((key, place) => [key, SHORT[place] ?? longMark(AFTER_COMMA, place)]));
export const afterBrace = new Map(PACKED_KEYS.map((key, place) => [key, longMark(AFTER_BRACE, place)]));

/** Second characters of the marks for a key after a comma whose value is null: the first 180 keys have such a mark. */
const FOR_NULL = `\x01\x02\x03\x04\x05\x06${SHORT}`;
const LEADS = AFTER_COMMA + AFTER_BRACE;
export const nullAfterComma = new Map(
  PACKED_KEYS.slice(0, LEADS.length * FOR_NULL.length).map((key, place) => [
    key,
    LEADS[Math.floor(place / FOR_NULL.length)]! + FOR_NULL[place % FOR_NULL.length],
  ]),
);

const markOf = new Map<string, string>([
  ...[...afterComma].map(([key, mark]) => [`,"${key}":`, mark] as const),
  ...[...nullAfterComma].map(([key, mark]) => [`,"${key}":null`, mark] as const),
  ...[...afterBrace].map(([key, mark]) => [`{"${key}":`, mark] as const),
]);
const textOf = new Map([...markOf].map(([text, mark]) => [mark, text]));

/** A key with what stands around it, perhaps a null after it; or a value that is a text of the length of a UUID or an instant. */
const PACKABLE = /([,{]"[a-z_]+":)(null)?|(?<=^|[:,[])"([\da-f-]{36}|[\dTZ.:-]{24})"(?=$|[,}\]])/g;

/**
 * Packs a text that JSON.stringify made. A key of PACKED_KEYS, with the comma or brace before it and the colon after
 * it, becomes a mark of one or two characters, also with a null after it. UUIDs and instants become digits of six bits after
 * a mark. A mark begins with a control character: JSON.stringify escapes these, so they do not occur in its text. The packed
 * text of a large event is less than half as long. For plain data, packPlain makes the same.
 */
export const packJson = (text: string): string =>
  text.replace(PACKABLE, (whole, key?: string, none = '', value?: string) => {
    if (key === undefined) return packText(value!) ?? whole;
    return markOf.get(whole) ?? (markOf.get(key) ?? key) + none;
  });

/**
 * Restores the text exactly.
 * @throws Error if a newer version has packed it, with a key that this one does not know
 */
export const unpackJson = (packed: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the marks
  packed.replace(/[\x07-\x09\x0b-\x1f]|\x01 .{22}|\x02 .{7}|[\x01-\x06][^\n]/g, (mark) => {
    const text = textOf.get(mark);
    if (text !== undefined) return text;
    if (mark.startsWith(UUID_MARK)) return unpackUuid(mark.slice(2));
    if (mark.startsWith(INSTANT_MARK)) return unpackInstant(mark.slice(2));
    throw new Error('a newer version has packed this JSON');
  });
