import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';
import { createStates } from '../../../../src/processes/webhooks/states.ts';
import { tallyDecider } from '../../../support/tally.ts';

const filled = (revision: number) =>
  ({ stream: 'a', revision, type: 'Filled', data: { units: 1 }, metadata: {} }) as unknown as RecordedEvent;

test('what is read while somebody is erased is told, and not remembered', async () => {
  const reads: number[][] = [];
  let forget = (): void => {};
  const states = createStates({
    read: async (_, from, limit) => {
      reads.push([from!, limit!]);
      forget();
      return Array.from({ length: limit! }, (_, index) => filled(from! + index));
    },
  });
  forget = states.forget;
  expect(await states.of(filled(2)).after(tallyDecider)).toMatchObject({ left: 3 });
  forget = () => {};
  await states.of(filled(3)).after(tallyDecider);
  await states.of(filled(4)).after(tallyDecider);
  // The whole stream anew, and then no more.
  expect(reads).toEqual([
    [0, 2],
    [0, 3],
  ]);
});
