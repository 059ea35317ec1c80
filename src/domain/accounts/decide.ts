import type { Decider } from '../decider.ts';
import { conflict, forbidden, invalid, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { AccountCommand } from './commands.ts';
import type { AccountEvent, AccountTerms } from './events.ts';
import { type Account, type AccountState, evolveAccount, isActiveOwner } from './state.ts';

const decide = (state: AccountState, command: AccountCommand): readonly AccountEvent[] => {
  switch (command.type) {
    case 'InviteAccount':
      return invite(state, command);
    case 'AcceptInvitation':
      return acceptInvitation(state, command);
    case 'NoteSignIn':
      return noteSignIn(state, command);
    case 'ChangePassword': {
      const { from, credential_id, at: changed_at } = command;
      if (state === null || state.is_disabled || state.credential_id !== from) throw conflict('password_changed_since');
      return [{ type: 'PasswordChanged', data: { ...idsOf(state), credential_id, changed_at } }];
    }
    default:
      return decideFor(requireOwn(state, command), command);
  }
};

type CommandOf<Type extends AccountCommand['type']> = Extract<AccountCommand, { type: Type }>;
type LaterCommand = Exclude<
  AccountCommand,
  { readonly type: 'InviteAccount' | 'AcceptInvitation' | 'NoteSignIn' | 'ChangePassword' }
>;

/** The login leads to this stream: if it has begun, somebody has the login. */
const invite = (state: AccountState, command: CommandOf<'InviteAccount'>): readonly AccountEvent[] => {
  const { account_id, brand_id, login, terms, invitation, at: invited_at } = command;
  if (terms.role === 'owner' && !command.touches_owners) throw forbidden('owner_forbidden');
  if (state) throw conflict('login_taken');
  const data = { account_id, brand_id, ...recorded(account_id, login, terms), invitation, invited_at };
  return [{ type: 'AccountInvited', data }];
};

/** Once, in time, and only the latest one. */
const acceptInvitation = (state: AccountState, command: CommandOf<'AcceptInvitation'>): readonly AccountEvent[] => {
  const { hash, credential_id, at: accepted_at } = command;
  const known = state?.is_disabled ? null : state?.invitation;
  if (state === null || known?.hash !== hash || Date.parse(known.expires_at) <= Date.parse(accepted_at)) {
    throw invalid('invitation_invalid', { field: 'invitation' });
  }
  return [{ type: 'InvitationAccepted', data: { ...idsOf(state), credential_id, accepted_at } }];
};

/** Of a person who was erased meanwhile nothing is noted. */
const noteSignIn = (state: AccountState, command: CommandOf<'NoteSignIn'>): readonly AccountEvent[] => {
  if (state === null || state.is_erased) return [];
  const { is_right, address, at } = command;
  const data = { ...idsOf(state), personal: { account_id: state.account_id, address } };
  return is_right
    ? [{ type: 'SignedIn', data: { ...data, signed_in_at: at } }]
    : [{ type: 'SignInFailed', data: { ...data, failed_at: at } }];
};

const decideFor = (state: Account, command: LaterCommand): readonly AccountEvent[] => {
  const ids = idsOf(state);
  if (command.type === 'EraseAccount') {
    if (state.is_erased) return [];
    if (!state.is_disabled) throw conflict('account_not_disabled');
    const { reason, subjects } = command;
    return [{ type: 'AccountErased', data: { ...ids, reason, subjects: [...subjects] } }];
  }
  if (state.is_erased) throw conflict('account_erased');
  switch (command.type) {
    case 'ChangeAccount': {
      if (command.terms.role !== undefined && command.terms.role !== 'owner') requireReleased(state, command.released);
      const known = termsOf(state);
      const given = Object.fromEntries(Object.entries(command.terms).filter(([, term]) => term !== undefined));
      const terms = { ...known, ...given };
      if (terms.role === 'owner' && !command.touches_owners) throw forbidden('owner_forbidden');
      if (isSameValue(known, terms)) return [];
      return [{ type: 'AccountChanged', data: { ...ids, ...recorded(ids.account_id, state.login, terms) } }];
    }
    case 'DisableAccount':
      requireReleased(state, command.released);
      return state.is_disabled ? [] : [{ type: 'AccountDisabled', data: { ...ids, disabled_at: command.at } }];
    case 'EnableAccount':
      return state.is_disabled ? [{ type: 'AccountEnabled', data: ids }] : [];
    case 'ResetAccount': {
      const { invitation, at: reset_at } = command;
      return [{ type: 'PasswordReset', data: { ...ids, invitation, reset_at } }];
    }
  }
};

const requireOwn = (state: AccountState, { brand_id, touches_owners }: LaterCommand): Account => {
  if (state?.brand_id !== brand_id) throw notFound('person_not_found');
  if (state.role === 'owner' && !touches_owners) throw forbidden('owner_forbidden');
  return state;
};

/**
 * An owner who may sign in was taken from the owners of the brand first, and has not become one again since. No caller
 * sees this refusal: the command releases the account again, and tries again.
 */
const requireReleased = (state: Account, released: number | null): void => {
  if (isActiveOwner(state) && released !== state.grants) throw conflict('owner_not_released');
};

const idsOf = ({ account_id, brand_id }: Account) => ({ account_id, brand_id });

const termsOf = ({ name, role, point_ids, language, employee_id }: Account): AccountTerms => ({
  name,
  role,
  point_ids,
  language,
  employee_id,
});

const recorded = (account_id: number, login: string | null, { name, ...terms }: AccountTerms) => ({
  ...terms,
  personal: { account_id, login, name },
});

/** Stream `account-<id>`: a person who may sign in. The login is claimed before, and leads to the id. */
export const accountDecider: Decider<AccountState, AccountCommand, AccountEvent> = {
  category: 'account',
  stateVersion: 1,
  initial: null,
  evolve: evolveAccount,
  decide,
};
