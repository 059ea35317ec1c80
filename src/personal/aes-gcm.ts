import { createCipheriv, createDecipheriv } from 'node:crypto';
import { createRandomPool } from './random-pool.ts';

const CIPHER = 'aes-256-gcm';
export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const OPTIONS = { authTagLength: TAG_BYTES };

const nextIv = createRandomPool(IV_BYTES);

/** IV, tag and ciphertext (AES-256-GCM). It opens only under the same key and label. */
export const encrypt = (key: Buffer, content: Buffer, label: string): Buffer => {
  const iv = nextIv();
  const cipher = createCipheriv(CIPHER, key, iv, OPTIONS).setAAD(Buffer.from(label));
  const text = cipher.update(content);
  cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
};

/** Undefined if it was encrypted under another key or label, or was changed since. */
export const decrypt = (key: Buffer, encrypted: Buffer, label: string): Buffer | undefined => {
  const [iv, tag] = [encrypted.subarray(0, IV_BYTES), encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  try {
    const decipher = createDecipheriv(CIPHER, key, iv, OPTIONS).setAAD(Buffer.from(label)).setAuthTag(tag);
    const content = decipher.update(encrypted.subarray(IV_BYTES + TAG_BYTES));
    decipher.final();
    return content;
  } catch {
    return undefined;
  }
};
