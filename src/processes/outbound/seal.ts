import { hkdfSync } from 'node:crypto';
import { decrypt, encrypt, KEY_BYTES } from '../../personal/aes-gcm.ts';

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

/** Every purpose of the same server secret has a different key. */
const PURPOSE = 'tillstream signing secrets';

/** Seals with AES-256-GCM under a key that is derived (HKDF) from a secret of the server. */
export const createSeal = (serverSecret: string): Seal => {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, '', PURPOSE, KEY_BYTES));
  return {
    seal: (secret, id) => encrypt(key, Buffer.from(secret), id),
    open: (sealed, id) => decrypt(key, sealed, id)?.toString(),
  };
};
