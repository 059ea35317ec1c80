import { accountDecider } from '../../domain/accounts/decide.ts';
import type { AccountTerms } from '../../domain/accounts/events.ts';
import type { CommandContext } from '../bus/context.ts';
import { loginKey } from './account-directory.ts';
import type { AccountNeeds } from './account-needs.ts';
import { newInvitation } from './invitations.ts';
import { countOwner } from './owners.ts';

/** Whom to invite, into which brand. */
export interface Invited {
  readonly brand_id: string;
  readonly touches_owners: boolean;
  readonly login: string;
  readonly terms: AccountTerms;
}

/** The id that the login leads to, from its first claim on. */
export const idOfLogin = async (context: Pick<CommandContext, 'claim'>, { hash }: AccountNeeds, login: string) =>
  (await context.claim(loginKey(hash, login))).id;

/** Begins the account of a login. The invitation is null for a repeat: it is shown once. */
export const invite = async (
  context: CommandContext,
  account_id: number,
  { brand_id, touches_owners, login, terms }: Invited,
) => {
  const { text, recorded: invitation } = newInvitation(account_id, context.now);
  const at = new Date(context.now).toISOString();
  const of = { account_id, brand_id, touches_owners, login, terms, invitation, at };
  const handled = await context.handle(accountDecider, account_id, { type: 'InviteAccount', ...of }, { brand_id });
  await countOwner(context, handled.state);
  return { handled, invitation: handled.state?.invitation?.hash === invitation.hash ? text : null };
};
