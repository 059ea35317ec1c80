import { LRUCache } from 'lru-cache';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const HEX = '0123456789abcdef';
const INSTANT_DIGITS = 7;
/** In the year 2106. */
const INSTANT_BOUND = 64 ** INSTANT_DIGITS;

/** A mark, and after it 22 digits of six bits: a UUID, in quotes. */
export const UUID_MARK = '\x01 ';
/** A mark, and after it seven digits: an instant as JavaScript writes it, in quotes. */
export const INSTANT_MARK = '\x02 ';

/** Most UUIDs in events are those of a few brands, points and keys. */
const packed = new LRUCache<string, string>({ max: 1_000 });
const unpacked = new LRUCache<string, string>({ max: 1_000 });

/** What stands for a text and its quotes. Null: the text is neither a UUID nor an instant. */
export const packText = (text: string): string | null => {
  if (text.length === 36) return packed.get(text) ?? packUuid(text);
  return text.length === 24 ? packInstant(text) : null;
};

/** By the code of a character: the hexadecimal digit that it is, or -1. */
const hexOf = Int8Array.from({ length: 128 }, (_, code) => HEX.indexOf(String.fromCharCode(code)));
const DASH = 0x2d;

/** Without a regular expression and a buffer, which take twice as long. */
const packUuid = (text: string): string | null => {
  let digits = UUID_MARK;
  let bits = 0;
  let count = 0;
  for (let place = 0; place < 36; place++) {
    const code = text.charCodeAt(place);
    if (place === 8 || place === 13 || place === 18 || place === 23) {
      if (code !== DASH) return null;
      continue;
    }
    const hex = code < 128 ? hexOf[code]! : -1;
    if (hex < 0) return null;
    bits = bits * 16 + hex;
    count += 1;
    // Three digits of four bits are two of six.
    if (count % 3 > 0) continue;
    digits += DIGITS[bits >> 6]! + DIGITS[bits & 63]!;
    bits = 0;
  }
  digits += DIGITS[bits >> 2]! + DIGITS[(bits & 3) << 4]!;
  packed.set(text, digits);
  return digits;
};

const INSTANT =
  /^(?:19[7-9]|20\d|210)\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const FIRST_YEAR = 1970;

/**
 * The parts of an instant are the digits of one number, every month with 31 days: to write a Date as ISO 8601 takes five times
 * as long.
 */
const packInstant = (text: string): string | null => {
  if (!INSTANT.test(text)) return null;
  const months = (twoDigits(text, 0) * 100 + twoDigits(text, 2) - FIRST_YEAR) * 12 + twoDigits(text, 5) - 1;
  const hours = (months * 31 + twoDigits(text, 8) - 1) * 24 + twoDigits(text, 11);
  const seconds = (hours * 60 + twoDigits(text, 14)) * 60 + twoDigits(text, 17);
  const number = seconds * 1_000 + twoDigits(text, 20) * 10 + text.charCodeAt(22) - ZERO;
  if (number >= INSTANT_BOUND) return null;
  // Two halves, which are small integers.
  return INSTANT_MARK + sixBits(Math.floor(number / 64 ** 4), 3) + sixBits(number % 64 ** 4, 4);
};

const ZERO = 0x30;
const twoDigits = (text: string, at: number): number => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * ZERO;

const sixBits = (value: number, digits: number): string => {
  let text = '';
  for (let shift = (digits - 1) * 6; shift >= 0; shift -= 6) text += DIGITS[(value >> shift) & 63]!;
  return text;
};

/** The text that UUID_MARK and these digits stand for, with its quotes. */
export const unpackUuid = (digits: string): string => {
  const known = unpacked.get(digits);
  if (known !== undefined) return known;
  const hex = Buffer.from(digits, 'base64url').toString('hex');
  const text = `"${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}"`;
  unpacked.set(digits, text);
  return text;
};

/** The text that INSTANT_MARK and these digits stand for, with its quotes. */
export const unpackInstant = (digits: string): string => {
  let number = 0;
  for (let place = 0; place < INSTANT_DIGITS; place++) number = number * 64 + sixBitsOf[digits.charCodeAt(place)]!;
  const seconds = Math.floor(number / 1_000);
  const hours = Math.floor(seconds / 3_600);
  const days = Math.floor(hours / 24);
  const months = Math.floor(days / 31);
  const date = `${FIRST_YEAR + Math.floor(months / 12)}-${padded((months % 12) + 1)}-${padded((days % 31) + 1)}`;
  const rest = seconds % 3_600;
  const time = `${padded(hours % 24)}:${padded(Math.floor(rest / 60))}:${padded(rest % 60)}`;
  return `"${date}T${time}.${String(number % 1_000).padStart(3, '0')}Z"`;
};

/** By the code of a character: the digit of six bits that it is, or -1. */
const sixBitsOf = Int8Array.from({ length: 128 }, (_, code) => DIGITS.indexOf(String.fromCharCode(code)));
const PADDED = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const padded = (number: number): string => PADDED[number]!;
