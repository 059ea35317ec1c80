import { z } from 'zod';
import { notFound } from '../../domain/refusal.ts';
import { isKeysPoint, requireWholeBrand } from '../bus/caller.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { amount } from '../fields/answer-fields.ts';
import { id, money } from '../fields/fields.ts';
import { requireBrand } from '../points/require-point.ts';
import type { MoneyNeeds } from './money-needs.ts';
import { streamOf } from './move.ts';
import { handleMoney } from './on-stream.ts';
import { requireRegister } from './registers.ts';

/**
 * A movement that is recorded at the same moment counts as one after the count: it changes the account by its amount,
 * and the difference stays what it is.
 */
export const countAccount = defineCommand({
  type: 'CountAccount',
  audiences: ['venue'],
  summary: 'Says how much money is on an account. The difference to what was recorded becomes a correction.',
  input: z.object({ account_id: id(), counted: money() }),
  result: entryResult.extend({ balance: amount(), difference: amount() }),
  run: async ({ account_id, counted }, context, needs: MoneyNeeds) => {
    const { brand_id, caller, occurred_at: counted_at } = context;
    const account = (await requireBrand(context, brand_id)).accounts[account_id];
    if (!account) throw notFound('account_not_found');
    if (account.point_id === null) requireWholeBrand(context);
    else if (!isKeysPoint(caller, account.point_id)) throw notFound('account_not_found');
    const register = await requireRegister(context, needs, { account_id }, {});
    const handled = await handleMoney(context, streamOf(register), async () => {
      const leg = register.leg(await context.newId('movement'), null, 'account_id');
      const balance = await needs.accountBalance(brand_id, account_id);
      return { type: 'CountAccount', count: { ...leg, brand_id, counted_at, counted, balance } };
    });
    const { data } = handled.events.find((event) => event.type === 'AccountCounted')!;
    const { movement_id, balance, amount: difference } = data;
    return outcome(handled, () => ({ id: movement_id, balance, difference }));
  },
});
