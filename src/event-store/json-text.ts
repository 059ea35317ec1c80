import { InvalidEvents } from './event-store.ts';

/**
 * The most bytes of JSON that the data of one event may have. The same on both engines, though each has another limit.
 */
export const MAX_DATA_BYTES = 16 * 1024 * 1024;
/** The most bytes that the events of one append may have beyond their data: metadata and types. */
const MAX_ENVELOPE_BYTES = 600_000;
/** Deeper values overflow the stack of code that writes or checks them. */
const MAX_DEPTH = 1_000;

/**
 * The value as JSON text, made once, so that what is checked is what is sent.
 * @throws InvalidEvents for a value without a JSON form, and for one that is too large or too deep
 */
export const toJsonText = (value: unknown): string => {
  const text = stringify(value);
  // A character is at most three bytes.
  if (text.length * 3 > MAX_DATA_BYTES && Buffer.byteLength(text) > MAX_DATA_BYTES) {
    throw new InvalidEvents(`a value is larger than ${MAX_DATA_BYTES} bytes`);
  }
  // Each level takes two brackets.
  if (text.length > 2 * MAX_DEPTH && depthOf(text) > MAX_DEPTH) {
    throw new InvalidEvents(`a value is nested more than ${MAX_DEPTH} levels deep`);
  }
  return text;
};

/** NUL and lone surrogates as JSON.stringify writes them (it writes a pair as it is), not after a backslash. */
const UNREADABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/**
 * The metadata of an event as JSON text, or a part of them.
 * @throws InvalidEvents for a value that SQL cannot unescape: filters look into metadata, so it would fail every later
 *   read that passes it; and as toJsonText does
 */
export const toMetadataText = (value: unknown): string => {
  const text = toJsonText(value);
  if (UNREADABLE.test(text)) throw new InvalidEvents('metadata must be well-formed and free of NUL');
  return text;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const ESCAPED = /["\\\x00-\x1f\ud800-\udfff]/;

/** Whether JSON.stringify surely puts the text in quotes, and changes nothing. */
export const isPlainText = (text: string): boolean => !ESCAPED.test(text);

/** Whether metadata and types of so many characters surely fit in one append: a character is at most three bytes. */
export const isSmallEnvelope = (characters: number): boolean => characters * 3 <= MAX_ENVELOPE_BYTES;

/** @throws InvalidEvents if an append has more metadata, or longer types, than one call can carry */
export const assertEnvelopeSize = (events: readonly { readonly type: string; readonly metadata: string }[]): void => {
  if (isSmallEnvelope(events.reduce((sum, { type, metadata }) => sum + type.length + metadata.length, 0))) return;
  const bytes = events.reduce((sum, { type, metadata }) => sum + type.length * 2 + Buffer.byteLength(metadata), 0);
  if (bytes > MAX_ENVELOPE_BYTES) throw new InvalidEvents(`metadata are larger than ${MAX_ENVELOPE_BYTES} bytes`);
};

const stringify = (value: unknown): string => {
  try {
    const text = JSON.stringify(value);
    if (text !== undefined) return text;
  } catch (cause) {
    throw new InvalidEvents('a value has no JSON form', { cause });
  }
  throw new InvalidEvents('a value has no JSON form');
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Only this bit differs between `[` and `{`, and between `]` and `}`. */
const CURLY = 0x20;
const OPENING = 0x5b | CURLY;
const CLOSING = 0x5d | CURLY;

/** Levels of nesting of a JSON text; brackets inside strings do not count. */
const depthOf = (json: string): number => {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < json.length; index++) {
    const char = json.charCodeAt(index);
    if (char === QUOTE) index = endOfString(json, index);
    else if ((char | CURLY) === OPENING) deepest = Math.max(deepest, ++depth);
    else if ((char | CURLY) === CLOSING) depth--;
  }
  return deepest;
};

const endOfString = (json: string, start: number): number => {
  let index = start + 1;
  while (json.charCodeAt(index) !== QUOTE) index += json.charCodeAt(index) === BACKSLASH ? 2 : 1;
  return index;
};
