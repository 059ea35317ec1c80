import { isSupportedCountry, parseIncompletePhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { LRUCache } from 'lru-cache';
import { invalid } from '../../domain/refusal.ts';

/**
 * Guests come back, and their apps write the number in the same way each time: parsing it costs as much as pricing a
 * cart.
 */
const kept = new LRUCache<string, string>({ max: 10_000 });

/**
 * A phone in E.164 with its leading +, from any notation: other characters are dropped, so that two notations of one
 * number are one client. `countryCode` (ISO 3166) is the country of numbers without a country code. Throws
 * phone_invalid or phone_has_extension, which name the field and never the number.
 */
export const normalisePhone = (phone: string, countryCode: string, field: string): string => {
  const written = `${countryCode} ${phone}`;
  const known = kept.get(written);
  if (known !== undefined) return known;
  if (UNREADABLE.test(phone)) throw invalid('phone_invalid', { field });
  if (hasExtension(phone, countryCode)) throw invalid('phone_has_extension', { field });
  const number = numberOf(phone, countryCode);
  if (number === undefined) throw invalid('phone_invalid', { field });
  kept.set(written, number);
  return number;
};

/** Somebody was erased: forgets all phones that are in memory. */
export const forgetPhones = (): void => kept.clear();

const numberOf = (phone: string, countryCode: string): string | undefined => {
  // Digits of any script. A zero in brackets is dialled only without the country code before it.
  const digits = parseIncompletePhoneNumber(phone.replace(/(?<=\+.*)\(0\)/, ''));
  // Many people write the country code and leave the plus out.
  return parse(digits, countryCode) ?? parse(`+${digits.replaceAll('+', '')}`, countryCode);
};

const parse = (digits: string, countryCode: string): string | undefined => {
  const country = isSupportedCountry(countryCode) ? countryCode : undefined;
  const parsed = parsePhoneNumberFromString(digits, country);
  return parsed?.isValid() ? parsed.number : undefined;
};

/** Digits that the parser would leave out, such as ⁷ and ७: the rest may be another person's number. */
const UNREADABLE = /[^0-9０-９٠-٩۰-۹\P{N}]/u;

const BETWEEN_DIGITS = /(?<=\p{Nd})[^\p{Nd}]+(?=\p{Nd})/gu;
/** What may stand between two digits of a number that is whole before it: spaces of one line, with one dash or full stop. */
const PLAIN = /^[\p{Zs}\t\p{Cf}]*[\p{Pd}.]?[\p{Zs}\t\p{Cf}]*$/u;
/** A plus begins a number: what stands before it is something else. */
const WORD_OR_SIGN = /[\p{L}#;+＋]/u;

/**
 * Whether more digits stand beside the number: an extension, or a second number. If they were joined to it, the number
 * would be another person's. A word, `#`, `;` or `+` between digits always says so. Another sign, such as `(`, `/` or `,`,
 * says so if the number before it is whole.
 */
const hasExtension = (phone: string, countryCode: string): boolean => {
  for (const { 0: between, index } of phone.matchAll(BETWEEN_DIGITS)) {
    if (PLAIN.test(between)) continue;
    if (WORD_OR_SIGN.test(between) || numberOf(phone.slice(0, index), countryCode) !== undefined) return true;
  }
  return false;
};
