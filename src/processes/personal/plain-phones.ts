import type { Logger } from 'pino';
import type { PlainPhones } from '../../commands/clients/plain-phones.ts';
import type { Ticker } from '../engine/process.ts';

export interface PlainPhonesOptions {
  readonly phones: PlainPhones;
  readonly log: Pick<Logger, 'info'>;
}

/** It works half of the time, so that others need not wait for its batches. */
const EVERY_MS = 1_000;
const WORK_MS = 500;

/**
 * After an upgrade: replaces the phones that an earlier version has stored as they are by hashes, beside everything else.
 * Who looks for one of these phones meanwhile has it replaced first. A process that dies leaves the rest to the next one.
 */
export const createPlainPhonesProcess = ({ phones, log }: PlainPhonesOptions): Ticker => {
  let replaced = 0;
  let isOver = !phones.areLeft();
  return {
    name: 'plain-phones',
    everyMs: EVERY_MS,
    tick: async () => {
      if (isOver) return;
      for (const until = performance.now() + WORK_MS; performance.now() < until; ) {
        const some = await phones.replaceSome();
        replaced += some;
        if (some > 0) continue;
        isOver = true;
        log.info({ replaced }, 'all phones of clients are stored as hashes');
        return;
      }
    },
  };
};
