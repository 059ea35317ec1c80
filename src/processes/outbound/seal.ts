import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps short secrets unreadable in the database. */
export interface Seal {
  /**
   * `id`: what the secret belongs to. It opens under this id alone, so that a row that was copied over another one is
   * noticed.
   */
  seal(secret: string, id: string): Buffer;
  /** Undefined if it was sealed under another key or id, or was changed since. */
  open(sealed: Buffer, id: string): string | undefined;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Every purpose of the same server secret has a different key. */
const PURPOSE = 'tillstream signing secrets';

/** Seals with AES-256-GCM under a key that is derived (HKDF) from a secret of the server. */
export const createSeal = (serverSecret: string): Seal => {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, '', PURPOSE, KEY_BYTES));
  return {
    seal: (secret, id) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(id));
      const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), content]);
    },
    open: (sealed, id) => {
      const [iv, tag] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
      try {
        const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(id));
        decipher.setAuthTag(tag);
        const content = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
        return Buffer.concat([content, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
};
