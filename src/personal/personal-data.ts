import { LRUCache } from 'lru-cache';
import { type SubjectRef, subjectOf } from '../domain/personal/subject.ts';
import { StoreUnavailable } from '../event-store/event-store.ts';
import { packPlain } from '../event-store/pack-plain.ts';
import { unpackData } from '../event-store/packed-data.ts';
import { packJson } from '../event-store/packed-json.ts';
import type { Opened, PartOwner, PersonalData } from '../event-store/personal-data.ts';
import { decrypt, encrypt } from './aes-gcm.ts';
import { PersonalDataKeyError } from './key-ring.ts';
import type { SubjectKeys } from './subject-keys.ts';
import type { StoredRef } from './subject-rows.ts';

/** Most events are read right after they were recorded. So many bytes of what was sealed last are kept, and need no opening. */
const MAX_BYTES = 4_000_000;
const ENTRY_BYTES = 500;

interface Known {
  readonly label: string;
  readonly content: object;
}

export interface SealedData extends PersonalData {
  /** Keys were destroyed: what is in memory may be of their persons. */
  forget(): void;
}

/** Seals personal data under the keys of their persons. */
export const createPersonalData = (keys: SubjectKeys, storedRef: (ref: SubjectRef) => StoredRef): SealedData => {
  /** What this process has sealed or opened last. */
  const known = new LRUCache<string, Known>({
    maxSize: MAX_BYTES,
    sizeCalculation: (_, sealed) => 4 * sealed.length + ENTRY_BYTES,
  });
  let generation = 0;

  return {
    seal: (parts) =>
      unavailable(async () => {
        const asked = parts.map(({ brandId, personal }) => keys.keyOf(storedRef(subjectOf(brandId, personal))));
        const read = generation;
        const found = await Promise.all(asked);
        return parts.map(({ owner, content }, index) => {
          const { subject, key } = found[index]!;
          const plain = packPlain(content);
          const packed = plain?.bytes ?? Buffer.from(packJson(JSON.stringify(content)));
          const label = labelOf(owner, subject);
          const sealed = encrypt(key, packed, label).toString('base64url');
          // Other data read back as another value (a date as text): they are unpacked from what was sealed.
          if (read === generation && plain?.isSame) known.set(sealed, { label, content });
          return { subject, sealed };
        });
      }),

    open: (parts) =>
      unavailable(async () => {
        const read = generation;
        const contents: Opened[] = parts.map(({ owner, subject, sealed }) =>
          recall(known.get(sealed), labelOf(owner, subject)),
        );
        const closed = parts.flatMap((part, index) => (contents[index] === null ? [{ ...part, index }] : []));
        if (closed.length === 0) return contents;
        const found = await keys.keysOf(new Set(closed.map(({ subject }) => subject)));
        for (const { owner, subject, sealed, index } of closed) {
          const key = found.get(subject);
          if (!key) continue;
          const label = labelOf(owner, subject);
          const packed = decrypt(key, Buffer.from(sealed, 'base64url'), label)?.toString();
          if (packed === undefined) {
            contents[index] = new Error(`the personal data of event ${owner.id} are not what was sealed for it`);
            continue;
          }
          const content = unpackData(packed) as object;
          contents[index] = content;
          if (read === generation) known.set(sealed, { label, content });
        }
        return contents;
      }),

    forget: () => {
      generation += 1;
      known.clear();
    },
  };
};

/** Null: it is not known, or it belongs to another event. */
const recall = (known: Known | undefined, label: string): object | null =>
  known?.label === label ? known.content : null;

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
