import { accountDecider } from '../../domain/accounts/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { reasonOfErasure } from '../erasure/erase-client.ts';
import { requireImpersonal } from '../erasure/may-erase.ts';
import { accountInput, accountResult, actingOn } from './account-fields.ts';
import type { AccountNeeds } from './account-needs.ts';

export const eraseAccount = defineCommand({
  type: 'EraseAccount',
  audiences: ['venue'],
  summary: 'Forgets the name and the login of a disabled account for good. The number stays in the history.',
  input: accountInput.extend({ reason: reasonOfErasure() }),
  result: accountResult,
  run: async ({ account_id, reason }, context, needs: AccountNeeds) => {
    const by = actingOn(context);
    const handled =
      (await context.recorded(accountDecider, account_id)) ??
      (await record(context, needs, { account_id, reason, by }));
    const { events, position } = handled;
    const erased = events.find((event) => event.type === 'AccountErased');
    if (erased && position !== null) await needs.erasure.forget({ kind: 'account', data: erased.data, position });
    return outcome(handled, () => ({ id: account_id, account_id }));
  },
});

interface Asked {
  readonly account_id: number;
  readonly reason: string;
  readonly by: ReturnType<typeof actingOn>;
}

const record = async (context: CommandContext, { erasure }: AccountNeeds, { account_id, reason, by }: Asked) => {
  const { brand_id } = by;
  const account = await context.load(accountDecider, account_id);
  const isOurs = account?.brand_id === brand_id;
  if (isOurs) requireImpersonal(reason, { name: account.name, phone: null });
  const subjects = isOurs ? await erasure.subjectsOf([{ brand_id, kind: 'account', key: String(account_id) }]) : [];
  return context.handle(accountDecider, account_id, { type: 'EraseAccount', reason, subjects, ...by });
};
