import { expect, test } from 'vitest';
import { type AnyDecider, decideAll, type Pending } from '../../../../src/commands/loop/chain.ts';
import { envelope, type TallyEvent, tallyDecider } from '../../../support/tally.ts';

/** Its commands are the events they lead to. One of them can't be folded. */
const decider = {
  ...tallyDecider,
  decide: (_state: unknown, command: unknown) => command,
  evolve: (state: typeof tallyDecider.initial, event: TallyEvent | { type: 'Broken' }) => {
    if (event.type === 'Broken') throw new Error('can not be folded');
    return tallyDecider.evolve(state, event);
  },
} as unknown as AnyDecider;

const pending = (command: unknown): Pending => ({
  command,
  envelope: envelope(),
  options: {},
  resolve: () => {},
  reject: () => {},
});

test('a command that fails at its second event leaves its first to nobody', () => {
  const filled = { type: 'Filled', data: { units: 7 } };
  const batch = [pending([filled, { type: 'Broken', data: {} }]), pending([filled])];
  const { decided, refused } = decideAll('tally-1', decider, batch, { state: tallyDecider.initial, revision: -1 });
  expect(refused).toMatchObject([{ pending: batch[0] }]);
  expect(decided).toMatchObject([{ pending: batch[1], after: { state: { left: 7, taken: 0 }, revision: 0 } }]);
});
