import { hash } from 'node:crypto';
import { decrypt, encrypt } from './aes-gcm.ts';
import { isKeyList, KEY_FORM, keysIn } from './key-list.ts';

/** PERSONAL_DATA_KEY does not fit this database. The message is one line for a person, without the key. */
export class PersonalDataKeyError extends Error {
  override name = 'PersonalDataKeyError';
}

/** A key that was wrapped, and the id of the key that wraps it. */
export interface Wrapped {
  readonly wrapped: Buffer;
  readonly wrapped_by: number;
}

/** The keys of PERSONAL_DATA_KEY: the first wraps other keys, all of them unwrap. */
export interface KeyRing {
  /** The id of the key that wraps. */
  readonly current: number;
  /** The ids of the other keys. */
  readonly others: readonly number[];
  has(id: number): boolean;
  wrap(key: Buffer, label: string): Wrapped;
  /** @throws PersonalDataKeyError if the ring does not open it */
  unwrap(wrapped: Wrapped, label: string): Buffer;
}

/** @throws PersonalDataKeyError for what `isKeyList` refuses */
export const createKeyRing = (list: string): KeyRing => {
  if (!isKeyList(list)) throw new PersonalDataKeyError(`PERSONAL_DATA_KEY ${KEY_FORM}`);
  const keys = keysIn(list);
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  const first = keys[0]!;
  const current = idOf(first);
  return {
    current,
    others: [...byId.keys()].filter((id) => id !== current),
    has: (id) => byId.has(id),
    wrap: (key, label) => ({ wrapped: encrypt(first, key, label), wrapped_by: current }),
    unwrap: ({ wrapped, wrapped_by }, label) => {
      const key = byId.get(wrapped_by);
      const opened = key && decrypt(key, wrapped, label);
      if (!opened) throw new PersonalDataKeyError(WRONG_KEY);
      return opened;
    },
  };
};

export const WRONG_KEY =
  'PERSONAL_DATA_KEY does not open the personal data of this database: start with the key that it was written with';

/** Says which key wrapped a row, and nothing of the key itself. */
const idOf = (key: Buffer): number =>
  Buffer.from(hash('sha256', Buffer.concat([Buffer.from('tillstream personal data '), key]), 'buffer')).readInt32BE();
