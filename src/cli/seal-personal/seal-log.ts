import type pg from 'pg';
import { eventCatalogue } from '../../domain/event-catalogue.ts';
import { type Codec, createCodec } from '../../event-store/codec.ts';
import { openSubjects, type Subjects } from '../../personal/subjects.ts';
import { copyLog, hasPlain } from './copy-table.ts';
import { createSealEvents } from './seal-events.ts';
import { dropCopy, dropPlainLog, requireStopped, requireUnsigned, type SwapOptions, swapLogs } from './swap.ts';
import { verifyCopy } from './verify-copy.ts';

export interface SealLogOptions extends SwapOptions {
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  readonly personalDataKey: string;
  /** Deletes the log as it was, once the sealed one is in its place. */
  readonly dropPlain: boolean;
  readonly say: (line: string) => void;
}

/** Seals the personal data that earlier versions have recorded in plain text. May be stopped at any moment, and run again. */
export const sealLog = async (options: SealLogOptions): Promise<void> => {
  const { pool, say } = options;
  await requireStopped(pool);
  await withSubjects(options, async ({ personalData }, codec) => {
    const seal = createSealEvents(codec, personalData);
    if (!(await hasPlain(pool, seal))) {
      await dropCopy(pool);
      return say('no event has personal data in plain text');
    }
    await requireUnsigned(pool, options);
    const { events, sealed } = await copyLog(pool, seal, (position) => say(`copied up to position ${position}`));
    say(`${events} events copied, ${sealed} sealed by this run`);
    // Another codec, which has to open what this one has sealed.
    await withSubjects(options, async (_, other) => say(`${await verifyCopy(pool, other)} events compared: all equal`));
    await swapLogs(pool, options);
    say('the sealed log is in place; the log as it was is log.events_plain');
  });
  if (options.dropPlain)
    say((await dropPlainLog(pool)) ? 'log.events_plain is deleted' : 'there is no log.events_plain');
};

const withSubjects = async (
  options: SealLogOptions,
  work: (subjects: Subjects, codec: Codec) => Promise<void>,
): Promise<void> => {
  const subjects = await openSubjects(options);
  try {
    await work(subjects, createCodec(eventCatalogue, subjects.personalData));
  } finally {
    await subjects.close();
  }
};
