import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { invalid } from '../domain/refusal.ts';

/**
 * A phone in E.164 with its leading +, from any writing of it, so that two writings of one number are one client.
 * `countryCode` (ISO 3166) is where numbers without a country code are of. Throws phone_invalid naming the field, never
 * the number.
 */
export const normalisePhone = (phone: string, countryCode: string, field: string): string => {
  const parsed = parsePhoneNumberFromString(phone, countryCode as CountryCode);
  if (!parsed?.isValid()) throw invalid('phone_invalid', { field });
  return parsed.number;
};
