import { argon2Sync, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** What the data are worth nothing without: settings by their names, and the secret files of the data folder by theirs. */
export interface Keys {
  readonly settings: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

const sealedSchema = z.object({
  sealed_by: z.literal('argon2id, aes-256-gcm'),
  memory_kib: z.int(),
  passes: z.int(),
  salt: z.string(),
  nonce: z.string(),
  tag: z.string(),
  sealed: z.string(),
});
type Sealed = z.infer<typeof sealedSchema>;

const keysSchema = z.object({
  settings: z.record(z.string(), z.string()),
  files: z.record(z.string(), z.string()),
});

export type SealCost = Pick<Sealed, 'memory_kib' | 'passes'>;

/** As for passwords of people, whose passphrases are shorter. A backup lies elsewhere, and may be tried for years. */
const COST: SealCost = { memory_kib: 65_536, passes: 3 };
export const SHORTEST_PASSPHRASE = 16;

const keyOf = (passphrase: string, { memory_kib, passes, salt }: Pick<Sealed, 'memory_kib' | 'passes' | 'salt'>) =>
  argon2Sync('argon2id', {
    message: Buffer.from(passphrase.normalize('NFKC')),
    nonce: Buffer.from(salt, 'base64'),
    parallelism: 1,
    tagLength: 32,
    memory: memory_kib,
    passes,
  });

/** Seals the keys under the passphrase, for this manifest: with another one they do not open. */
export const sealKeys = (keys: Keys, passphrase: string, manifest: Buffer, cost = COST): string => {
  const [salt, nonce] = [randomBytes(16).toString('base64'), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, { ...cost, salt }), nonce);
  cipher.setAAD(manifest);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(keys)), cipher.final()]);
  const parts: Sealed = {
    sealed_by: 'argon2id, aes-256-gcm',
    ...cost,
    salt,
    nonce: nonce.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    sealed: sealed.toString('base64'),
  };
  return `${JSON.stringify(parts, null, 2)}\n`;
};

/** @throws Error of one line, if the passphrase or the manifest is another one. */
export const openKeys = (text: string, passphrase: string, manifest: Buffer): Keys => {
  const parts = sealedSchema.parse(JSON.parse(text));
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, parts), Buffer.from(parts.nonce, 'base64'));
  decipher.setAAD(manifest);
  decipher.setAuthTag(Buffer.from(parts.tag, 'base64'));
  try {
    const opened = Buffer.concat([decipher.update(Buffer.from(parts.sealed, 'base64')), decipher.final()]);
    return keysSchema.parse(JSON.parse(opened.toString()));
  } catch {
    throw new Error(
      'the keys do not open: BACKUP_PASSPHRASE is not the one of this backup, or its manifest was changed',
    );
  }
};
