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
 * phone_invalid, which names the field and never the number.
 */
export const normalisePhone = (phone: string, countryCode: string, field: string): string => {
  const written = `${countryCode} ${phone}`;
  const known = kept.get(written);
  if (known !== undefined) return known;
  // Digits of any script. A zero in brackets is dialled only without the country code before it.
  const digits = parseIncompletePhoneNumber(phone.replace(/(?<=\+.*)\(0\)/, ''));
  // Many people write the country code and leave the plus out.
  const number = parse(digits, countryCode) ?? parse(`+${digits.replaceAll('+', '')}`, countryCode);
  if (number === undefined) throw invalid('phone_invalid', { field });
  kept.set(written, number);
  return number;
};

/** Somebody was erased: forgets all phones that are in memory. */
export const forgetPhones = (): void => kept.clear();

const parse = (digits: string, countryCode: string): string | undefined => {
  const country = isSupportedCountry(countryCode) ? countryCode : undefined;
  const parsed = parsePhoneNumberFromString(digits, country);
  return parsed?.isValid() ? parsed.number : undefined;
};
