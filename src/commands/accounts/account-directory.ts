import { accountDecider } from '../../domain/accounts/decide.ts';
import type { Account } from '../../domain/accounts/state.ts';
import type { IdentityKey } from '../claims/claim.ts';
import type { Identities } from '../claims/identities.ts';
import type { KeyedHash } from '../clients/client-key.ts';
import { derivedUuid } from '../loop/envelope.ts';
import type { CommandHandler } from '../loop/handle.ts';

/** An account as those need it who let a person in. */
export interface AccountView
  extends Pick<
    Account,
    | 'account_id'
    | 'brand_id'
    | 'login'
    | 'name'
    | 'role'
    | 'point_ids'
    | 'language'
    | 'employee_id'
    | 'is_disabled'
    | 'credential_id'
    | 'session_epoch'
  > {
  /** An invitation is out that was not accepted. It may be past its end. */
  readonly is_invited: boolean;
  /** Grows with each change of the account. */
  readonly version: number;
}

/** Looks accounts up in their own streams, so that a change counts whatever read models do. Keeps nothing. */
export interface AccountDirectory {
  /** Undefined: nobody has this login. Small and capital letters are the same. */
  byLogin(login: string): Promise<AccountView | undefined>;
  /** Undefined: there is no such account, or the person was erased. */
  byId(accountId: number): Promise<AccountView | undefined>;
}

/**
 * The outside key of an account: the login as a hash, unique in the installation. A phone in E.164 begins with a plus, so
 * no login has the hash of a phone.
 */
export const loginKey = (hash: KeyedHash, login: string): IdentityKey => ({
  kind: 'login',
  scope: 'platform',
  key: hash(`login ${login.toLowerCase()}`),
});

/** The UUID that stands for an account where callers are named by the id of their key: limits, logs, leases. */
export const accountKeyId = (accountId: number): string => derivedUuid('account', accountId);

export const createAccountDirectory = (
  handler: Pick<CommandHandler, 'load'>,
  identities: Pick<Identities, 'find'>,
  hash: KeyedHash,
): AccountDirectory => {
  const byId = async (accountId: number): Promise<AccountView | undefined> => {
    const { state, revision } = await handler.load(accountDecider, accountId);
    if (state === null || state.is_erased) return undefined;
    const { account_id, brand_id, login, name, role, point_ids, language, employee_id, is_disabled } = state;
    const { credential_id, session_epoch, invitation } = state;
    const terms = { role, point_ids, language, employee_id, is_disabled, credential_id, session_epoch };
    return { account_id, brand_id, login, name, ...terms, is_invited: invitation !== null, version: revision };
  };
  return {
    byId,
    byLogin: async (login) => {
      const id = await identities.find(loginKey(hash, login));
      const account = id === undefined ? undefined : await byId(id);
      return account?.login === login.toLowerCase() ? account : undefined;
    },
  };
};
