import { PACKED_KEYS } from './packed-keys.ts';

/** A mark of two characters is one of these and a printable one. */
const AFTER_COMMA = '\x01\x02\x03';
const AFTER_BRACE = '\x04\x05\x06';
/** The other control characters, but for the line feed: whoever keeps several texts may part them by it. */
const SHORT = '\x07\x08\x09\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f';
const FIRST_PRINTABLE = 33;
const PRINTABLE = 94;

const longMark = (leads: string, place: number): string =>
  leads[Math.floor(place / PRINTABLE)] + String.fromCharCode(FIRST_PRINTABLE + (place % PRINTABLE));

const pairs = PACKED_KEYS.flatMap((key, place): [text: string, mark: string][] => [
  [`,"${key}":`, SHORT[place] ?? longMark(AFTER_COMMA, place)],
  [`{"${key}":`, longMark(AFTER_BRACE, place)],
]);
const markOf = new Map(pairs);
const textOf = new Map(pairs.map(([text, mark]) => [mark, text]));

/**
 * Packs JSON text: a key of PACKED_KEYS becomes a mark, together with the comma or the brace before it. Marks are control
 * characters, which JSON.stringify never leaves in its text. The text of a large event gets half as long. A general
 * compression makes it shorter still, but takes five times as long for texts of this size.
 */
export const packJson = (text: string): string => text.replace(/[,{]"[a-z_]+":/g, (key) => markOf.get(key) ?? key);

/**
 * Gives the text back to the letter.
 * @throws Error where a newer version has packed it, with a key that this one does not know
 */
export const unpackJson = (packed: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the marks
  packed.replace(/[\x07-\x09\x0b-\x1f]|[\x01-\x06]./g, (mark) => {
    const text = textOf.get(mark);
    if (text === undefined) throw new Error('a newer version has packed this JSON');
    return text;
  });
