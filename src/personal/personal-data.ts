import { type SubjectRef, subjectOf } from '../domain/personal/subject.ts';
import { StoreUnavailable } from '../event-store/event-store.ts';
import { packPlain } from '../event-store/packing/pack-plain.ts';
import { unpackData } from '../event-store/packing/packed-data.ts';
import { packJson } from '../event-store/packing/packed-json.ts';
import type { Opened, PartOwner, PersonalData } from '../event-store/personal-data.ts';
import { decrypt, encrypt } from './aes-gcm.ts';
import { PersonalDataKeyError } from './key-ring.ts';
import type { SubjectKeys } from './subject-keys.ts';
import type { StoredRef } from './subject-rows.ts';

export interface SealedData extends PersonalData {
  /** Keys were destroyed: what is in memory may be of their persons. */
  forget(): void;
}

/** Seals personal data under the keys of their persons. */
export const createPersonalData = (keys: SubjectKeys, storedRef: (ref: SubjectRef) => StoredRef): SealedData => {
  let generation = 0;

  return {
    get generation() {
      return generation;
    },

    seal: (parts) =>
      unavailable(async () => {
        const asked = parts.map(({ brandId, personal }) => keys.keyOf(storedRef(subjectOf(brandId, personal))));
        const found = await Promise.all(asked);
        return parts.map(({ owner, content }, index) => {
          const { subject, key } = found[index]!;
          const plain = packPlain(content);
          const packed = plain?.bytes ?? Buffer.from(packJson(JSON.stringify(content)));
          const sealed = encrypt(key, packed, labelOf(owner, subject)).toString('base64url');
          return { subject, sealed, isSame: plain?.isSame ?? false };
        });
      }),

    open: (parts) =>
      unavailable(async () => {
        const found = await keys.keysOf(new Set(parts.map(({ subject }) => subject)));
        return parts.map(({ owner, subject, sealed }): Opened => {
          const key = found.get(subject);
          if (!key) return null;
          const packed = decrypt(key, Buffer.from(sealed, 'base64url'), labelOf(owner, subject))?.toString();
          return packed === undefined
            ? new Error(`the personal data of event ${owner.id} are not what was sealed for it`)
            : (unpackData(packed) as object);
        });
      }),

    forget: () => {
      generation += 1;
    },
  };
};

/** Ids are stored in small letters, however they were given. */
const labelOf = ({ id, type }: PartOwner, subject: string): string => `${id.toLowerCase()} ${type} ${subject}`;

/** Without the keys nothing can be recorded, and nothing read: as if the log were away. */
const unavailable = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (cause) {
    const reason = cause instanceof PersonalDataKeyError ? cause.message : 'the keys of personal data can not be read';
    throw new StoreUnavailable(reason, { cause });
  }
};
