import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { invalid } from '../domain/refusal.ts';

/**
 * A phone in E.164 with its leading +, from any writing of it: extra characters are dropped, so that two writings of one
 * number are one client. `countryCode` (ISO 3166) is where numbers without a country code are of. Throws phone_invalid
 * naming the field, never the number.
 */
export const normalisePhone = (phone: string, countryCode: string, field: string): string => {
  const digits = phone.replace(/[^\d+]/g, '');
  // Many write the country code and leave the plus out.
  const number = parse(digits, countryCode) ?? parse(`+${digits.replaceAll('+', '')}`, countryCode);
  if (number === undefined) throw invalid('phone_invalid', { field });
  return number;
};

const parse = (digits: string, countryCode: string): string | undefined => {
  const parsed = parsePhoneNumberFromString(digits, countryCode as CountryCode);
  return parsed?.isValid() ? parsed.number : undefined;
};
