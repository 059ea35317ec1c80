import type { AccountActs } from '../../commands/accounts/account-acts.ts';
import { accountKeyId } from '../../commands/accounts/account-directory.ts';
import type { KeyLease } from '../../commands/keys/key-lease.ts';
import type { PasswordStore } from '../../commands/sessions/password-store.ts';

/** Puts a new password in place: first its hash, then the event that makes it count. */
export interface PasswordChanges {
  /** `accountId`: that of the invitation. Throws a Refusal if it was accepted meanwhile. */
  accept(accountId: number, invitation: string, hash: string, requestId: string): Promise<void>;
  /** Throws a Refusal if the password was changed meanwhile. `from`: the credential that the person has proved. */
  change(accountId: number, from: string, hash: string, requestId: string): Promise<void>;
}

export interface PasswordChangesOptions {
  readonly acts: Pick<AccountActs, 'accept' | 'changePassword'>;
  readonly passwords: PasswordStore;
  readonly lease: Pick<KeyLease, 'changed'>;
  readonly newUuid: () => string;
}

export const createPasswordChanges = ({ acts, passwords, lease, newUuid }: PasswordChangesOptions): PasswordChanges => {
  const put = async (
    account_id: number,
    hash: string,
    name: (credentialId: string) => Promise<unknown>,
  ): Promise<void> => {
    const credential_id = newUuid();
    await passwords.store({ credential_id, account_id, hash });
    await name(credential_id);
    await passwords.confirm(account_id, credential_id);
    await lease.changed(accountKeyId(account_id));
  };

  return {
    accept: (accountId, invitation, hash, requestId) =>
      put(accountId, hash, (credentialId) => acts.accept(invitation, credentialId, requestId)),
    change: (accountId, from, hash, requestId) =>
      put(accountId, hash, (credentialId) => acts.changePassword(accountId, from, credentialId, requestId)),
  };
};
