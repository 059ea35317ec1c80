import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const OPTIONS = { authTagLength: TAG_BYTES };

/** Random bytes for IVs are drawn for many at once: to draw them one by one takes as long as to seal. */
const pool = Buffer.alloc(IV_BYTES * 256);
let used = pool.length;

const nextIv = (): Buffer => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += IV_BYTES;
  return Buffer.from(pool.subarray(used - IV_BYTES, used));
};

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
