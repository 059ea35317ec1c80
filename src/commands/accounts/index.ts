import type { AccountCommand } from '../../domain/accounts/commands.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import type { AccountEvent } from '../../domain/accounts/events.ts';
import type { AccountState } from '../../domain/accounts/state.ts';
import { type CommandDefinition, defineCommand, outcome } from '../bus/command.ts';
import { id } from '../fields/fields.ts';
import type { Handled } from '../loop/handled.ts';
import { requireBrand } from '../points/require-point.ts';
import { accountKeyId } from './account-directory.ts';
import {
  accountInput,
  accountResult,
  accountTermsInput,
  actingOn,
  checkAccountTerms,
  invitedResult,
  loginInput,
} from './account-fields.ts';
import type { AccountNeeds } from './account-needs.ts';
import { eraseAccount } from './erase-account.ts';
import { newInvitation } from './invitations.ts';
import { idOfLogin, invite } from './invite.ts';
import { countOwner, whenReleased } from './owners.ts';

const inviteAccount = defineCommand({
  type: 'InviteAccount',
  audiences: ['venue'],
  summary: 'Invites a person to sign in. The invitation is good for 72 hours, once; a repeat has null instead.',
  input: accountTermsInput.extend({ login: loginInput(), employee_id: id().nullish() }),
  result: invitedResult,
  shown_once: 'invitation',
  run: async ({ login, ...given }, context, needs: AccountNeeds) => {
    const by = actingOn(context);
    const account_id = await idOfLogin(context, needs, login);
    await checkAccountTerms(context, account_id, given);
    const { language } = given.language === undefined ? await requireBrand(context, by.brand_id) : given;
    const { name, role, point_ids = null, employee_id = null } = given;
    const terms = { name, role, point_ids, employee_id, language: language! };
    const { handled, invitation } = await invite(context, account_id, { ...by, login, terms });
    return outcome(handled, () => ({ id: account_id, account_id, invitation }));
  },
});

const changeAccount = defineCommand({
  type: 'ChangeAccount',
  audiences: ['venue'],
  summary: 'Changes what a person may do, or the name; what is left out stays. It counts from the answer on.',
  input: accountTermsInput.partial().extend({ account_id: id() }),
  result: accountResult,
  run: async ({ account_id, ...terms }, context, needs: AccountNeeds) => {
    const by = actingOn(context);
    await checkAccountTerms(context, account_id, terms);
    const command = (released: number | null) => ({ type: 'ChangeAccount', terms, released, ...by }) as const;
    const losesOwner = terms.role !== undefined && terms.role !== 'owner';
    const handled = losesOwner
      ? await whenReleased(context, account_id, command)
      : await context.handle(accountDecider, account_id, command(null));
    await countOwner(context, handled.state);
    return whenChanged(handled, account_id, needs);
  },
});

const disableAccount = defineCommand({
  type: 'DisableAccount',
  audiences: ['venue'],
  summary: 'Shuts a person out: every session ends at once. The last owner of a brand stays (409).',
  input: accountInput,
  result: accountResult,
  run: async ({ account_id }, context, needs: AccountNeeds) => {
    const [by, at] = [actingOn(context), context.occurred_at];
    const command = (released: number | null) => ({ type: 'DisableAccount', at, released, ...by }) as const;
    return whenChanged(await whenReleased(context, account_id, command), account_id, needs);
  },
});

const enableAccount = defineCommand({
  type: 'EnableAccount',
  audiences: ['venue'],
  summary: 'Lets a person in again who was shut out, with the password of before.',
  input: accountInput,
  result: accountResult,
  run: async ({ account_id }, context, needs: AccountNeeds) => {
    const command = { type: 'EnableAccount', ...actingOn(context) } as const;
    const handled = await context.handle(accountDecider, account_id, command);
    await countOwner(context, handled.state);
    return whenChanged(handled, account_id, needs);
  },
});

const resetAccount = defineCommand({
  type: 'ResetAccount',
  audiences: ['venue'],
  summary: 'Ends the password and every session of a person, and gives a new invitation, shown once.',
  input: accountInput,
  result: invitedResult,
  shown_once: 'invitation',
  run: async ({ account_id }, context, needs: AccountNeeds) => {
    const { text, recorded: invitation } = newInvitation(account_id, context.now);
    const command: AccountCommand = {
      type: 'ResetAccount',
      invitation,
      at: new Date(context.now).toISOString(),
      ...actingOn(context),
    };
    const handled = await context.handle(accountDecider, account_id, command);
    const changed = await whenChanged(handled, account_id, needs);
    const isShown = handled.state?.invitation?.hash === invitation.hash;
    return { ...changed, result: { ...changed.result, invitation: isShown ? text : null } };
  },
});

/** The outcome, when no process lets the person act as before any more. */
const whenChanged = async (
  handled: Handled<AccountState, AccountEvent>,
  account_id: number,
  { lease, beginWait }: Pick<AccountNeeds, 'lease' | 'beginWait'>,
) => {
  if (handled.position !== null) beginWait(handled.position);
  // Also if nothing was recorded: a crash may have come between the event and this step.
  await lease.changed(accountKeyId(account_id));
  return outcome(handled, () => ({ id: account_id, account_id }));
};

export const accountCommands: readonly CommandDefinition<AccountNeeds>[] = [
  inviteAccount,
  changeAccount,
  disableAccount,
  enableAccount,
  resetAccount,
  eraseAccount,
];
