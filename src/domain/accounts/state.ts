import type { AccountEvent, AccountTerms, Invitation } from './events.ts';

export interface Account extends AccountTerms {
  readonly account_id: number;
  readonly brand_id: string;
  /** Null, like the name: the person was erased. In small letters. */
  readonly login: string | null;
  readonly is_disabled: boolean;
  readonly is_erased: boolean;
  /** Null: it was accepted. It may be past its end. */
  readonly invitation: Invitation | null;
  /** Names the hash of the password that counts. Null: there is none. */
  readonly credential_id: string | null;
  /** How often it became an owner who may sign in. */
  readonly grants: number;
  /** How many times all sessions were ended. A session is good in the one in which it began. */
  readonly session_epoch: number;
}

/** Null until invited. */
export type AccountState = Account | null;

export const evolveAccount = (state: AccountState, event: AccountEvent): AccountState => {
  const next = evolve(state, event);
  if (next === null || !isActiveOwner(next) || (state !== null && isActiveOwner(state))) return next;
  return { ...next, grants: next.grants + 1 };
};

/** An owner who is not shut out. */
export const isActiveOwner = ({ role, is_disabled }: Account): boolean => role === 'owner' && !is_disabled;

const evolve = (state: AccountState, event: AccountEvent): AccountState => {
  if (event.type === 'AccountInvited') {
    const { personal, invited_at: _, ...data } = event.data;
    const { login, name } = personal;
    const open = { is_disabled: false, is_erased: false, credential_id: null, grants: 0, session_epoch: 0 };
    return { ...data, login, name, ...open };
  }
  if (state === null) return state;
  switch (event.type) {
    case 'AccountChanged': {
      const { personal, ...data } = event.data;
      return { ...state, ...data, login: personal.login, name: personal.name };
    }
    case 'InvitationAccepted':
      return { ...state, invitation: null, credential_id: event.data.credential_id };
    case 'PasswordChanged':
      return { ...endingSessions(state), credential_id: event.data.credential_id };
    case 'PasswordReset':
      return { ...endingSessions(state), invitation: event.data.invitation, credential_id: null };
    case 'AccountDisabled':
      return { ...endingSessions(state), is_disabled: true };
    case 'SignedIn':
    case 'SignInFailed':
      return state;
    case 'AccountEnabled':
      return { ...state, is_disabled: false };
    case 'AccountErased':
      return { ...state, login: null, name: null, is_erased: true, invitation: null, credential_id: null };
  }
};

const endingSessions = (state: Account): Account => ({ ...state, session_epoch: state.session_epoch + 1 });
