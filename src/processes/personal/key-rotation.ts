import type { Logger } from 'pino';
import type { Subjects } from '../../personal/subjects.ts';
import type { Ticker } from '../engine/process.ts';

export interface KeyRotationOptions {
  readonly subjects: Pick<Subjects, 'rewrapSome' | 'hasOtherKeys'>;
  readonly log: Pick<Logger, 'info'>;
}

const AT_ONCE = 500;
/** A tick does not take longer than a few seconds. */
const TIMES = 20;

/**
 * After PERSONAL_DATA_KEY got a new first key: wraps the keys of persons anew, a few at a time, while everything else
 * goes on. It keeps looking, because another process with the old setting may still wrap keys by the old key.
 */
export const createKeyRotation = ({ subjects, log }: KeyRotationOptions): Ticker => {
  let isDone = false;
  return {
    name: 'personal-data-keys',
    everyMs: 10_000,
    tick: async () => {
      if (!subjects.hasOtherKeys) return;
      for (let time = 0; time < TIMES; time++) {
        if ((await subjects.rewrapSome(AT_ONCE)) === AT_ONCE) continue;
        if (!isDone) log.info({}, 'the first key of PERSONAL_DATA_KEY wraps all keys: the others are needed no more');
        isDone = true;
        return;
      }
    },
  };
};
