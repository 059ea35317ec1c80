import type { AccountCommand } from '../../domain/accounts/commands.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import type { AccountEvent } from '../../domain/accounts/events.ts';
import { ownersDecider } from '../../domain/accounts/owners.ts';
import { type AccountState, isActiveOwner } from '../../domain/accounts/state.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../bus/context.ts';
import { askFirst } from '../loop/ask-first.ts';
import type { Handled } from '../loop/handled.ts';
import { Unavailable } from '../loop/unavailable.ts';

type Releasing = Extract<AccountCommand, { readonly released: number | null }>;

/** Each fails only if the account became an owner again meanwhile. */
const ATTEMPTS = 20;

/**
 * Carries out a command after which the account may be no owner any more. An owner is taken from the owners of the brand
 * first: last_owner (409), if there is no other. If the app dies in between, the account acts on as an owner and counts
 * as none, which is the safe side; a repeat does the rest.
 */
export const whenReleased = async (
  context: CommandContext,
  accountId: number,
  commandOf: (released: number | null) => Releasing,
): Promise<Handled<AccountState, AccountEvent>> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const account = await context.load(accountDecider, accountId);
    const released = account && isActiveOwner(account) ? account.grants : null;
    const command = commandOf(released);
    askFirst(accountDecider, account, command);
    if (account && released !== null) {
      const owner = { brand_id: account.brand_id, account_id: accountId, grant: released };
      const step = `release/${released}`;
      await context.handle(ownersDecider, owner.brand_id, { type: 'RemoveOwner', owner }, { step });
    }
    try {
      return await context.handle(accountDecider, accountId, command);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'owner_not_released') throw error;
    }
  }
  throw new Unavailable('the account keeps changing');
};

/** An account that is an owner from now on counts as one. It was recorded before: a repeat does this, too. */
export const countOwner = async (context: Pick<CommandContext, 'handle'>, account: AccountState): Promise<void> => {
  if (account === null || !isActiveOwner(account)) return;
  const { brand_id, account_id, grants } = account;
  const owner = { brand_id, account_id, grant: grants };
  await context.handle(ownersDecider, brand_id, { type: 'AddOwner', owner }, { step: `count/${grants}`, brand_id });
};
