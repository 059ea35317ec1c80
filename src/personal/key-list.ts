/** 32 bytes in base64 or base64url. */
const KEY = /^[A-Za-z0-9+/_-]{43}=?$/;

/** Completes the sentence that starts with PERSONAL_DATA_KEY. */
export const KEY_FORM =
  'must be 32 random bytes in base64 (openssl rand -base64 32), or several of them with commas between them';

const textsIn = (list: string): string[] => list.split(',').map((text) => text.trim());

/** Whether it is a value for PERSONAL_DATA_KEY: one key, or several with commas between them. */
export const isKeyList = (list: string): boolean => textsIn(list).every((text) => KEY.test(text));

export const keysIn = (list: string): Buffer[] => textsIn(list).map((text) => Buffer.from(text, 'base64'));
