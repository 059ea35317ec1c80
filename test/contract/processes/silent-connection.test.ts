import { expect, onTestFinished, test } from 'vitest';
import { startWire } from '../event-store/wire.ts';
import { checkpointOf, enqueuer, eventually, queued, sell, setUp, startRunner, upTo } from './support.ts';

test('a connection gone silent in the middle of a transaction is left for a new one, and nothing is lost', async () => {
  const context = await setUp();
  const wire = await startWire(context.database.url);
  let isArmed = false;
  const { handle } = enqueuer();
  const follower = enqueuer({
    handle: async (events, tx) => {
      // The lock that the silent one holds must not keep out whoever goes on.
      await tx.query(`select from app.process_checkpoints where process = 'enqueuer' for update`);
      if (isArmed) {
        isArmed = false;
        wire.silence();
      }
      await handle(events, tx);
    },
  });
  await startRunner(context, { followers: [follower], url: wire.url, answerWithinMs: 400 });
  onTestFinished(() => wire.close());
  await sell(context.store, 3);
  await eventually(async () => expect(await checkpointOf(context)).toBe(3));
  isArmed = true;
  await sell(context.store, 3);
  await eventually(async () => expect(await checkpointOf(context)).toBe(6));
  expect(isArmed).toBe(false);
  expect(await queued(context)).toEqual(upTo(6));
});
