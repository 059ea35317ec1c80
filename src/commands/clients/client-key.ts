import type { IdentityKey } from '../claims/claim.ts';

/**
 * A keyed hash of a text: the same for the same text, in every process and for good. Without the key, the text
 * cannot be found out by trying all phones.
 */
export type KeyedHash = (text: string) => string;

/** The outside key of a client: the phone, as a hash. A phone in E.164 begins with a plus, a hash never does. */
export const clientKey = (hash: KeyedHash, brandId: string, phone: string): IdentityKey => ({
  kind: 'client',
  scope: brandId,
  key: hash(phone),
});
