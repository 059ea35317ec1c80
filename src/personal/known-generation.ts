import type { KeyGeneration } from '../event-store/key-generation.ts';

const BELIEVED_MS = 1_000;

export interface KnownGeneration extends KeyGeneration {
  /** A process that has destroyed keys notifies the others of the generation. Empty: a notification may have been missed. */
  hear(told: string): void;
}

/** `forget` drops everything in memory that may hold an erased person. It must not throw. */
export const createKnownGeneration = async (
  read: () => Promise<number>,
  forget: () => void,
  clock: () => number = () => performance.now(),
): Promise<KnownGeneration> => {
  let known = await read();
  let askedAt = clock();
  let asking: Promise<void> | undefined;

  /** Drops everything first, and takes over the new generation after that: so nothing that was read before counts as new. */
  const learn = (told: number): void => {
    if (told <= known) return;
    forget();
    known = told;
  };
  const renew = async (): Promise<void> => {
    const at = clock();
    learn(await read());
    askedAt = at;
  };
  return {
    current: () => known,
    renew,
    confirm: async () => {
      if (clock() - askedAt < BELIEVED_MS) return;
      asking ??= renew().finally(() => {
        asking = undefined;
      });
      await asking;
    },
    hear: (told) => {
      forget();
      if (/^\d+$/.test(told)) learn(Number(told));
      // An append finds out by itself, so this may fail.
      else void renew().catch(() => {});
    },
  };
};
