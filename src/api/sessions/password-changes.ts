import { type AccountView, accountKeyId } from '../../commands/accounts/account-directory.ts';
import { readInvitation } from '../../commands/accounts/invitations.ts';
import type { KeyLease } from '../../commands/keys/key-lease.ts';
import type { CommandHandler } from '../../commands/loop/handle.ts';
import type { PasswordStore } from '../../commands/sessions/password-store.ts';
import type { AccountCommand } from '../../domain/accounts/commands.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import type { Account } from '../../domain/accounts/state.ts';
import { Refusal } from '../../domain/refusal.ts';
import { envelopeOfPerson } from './envelope-of-person.ts';

/** An account, and the hash of an invitation to it that is good now. */
export interface Invited {
  readonly account_id: number;
  readonly hash: string;
}

/** Puts a new password in place: first its hash, then the event that makes it count. */
export interface PasswordChanges {
  /** Undefined: it is none, or none any more. */
  readInvitation(text: string): Promise<Invited | undefined>;
  /** Throws a Refusal if it was accepted meanwhile. */
  accept(invited: Invited, hash: string, requestId: string): Promise<void>;
  /** Throws a Refusal if the password was changed meanwhile. `from`: the credential that the person has proved. */
  change(account: AccountView, from: string, hash: string, requestId: string): Promise<void>;
}

export interface PasswordChangesOptions {
  readonly handler: Pick<CommandHandler, 'load' | 'handle'>;
  readonly passwords: PasswordStore;
  readonly lease: Pick<KeyLease, 'changed'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newUuid: () => string;
}

export const createPasswordChanges = (options: PasswordChangesOptions): PasswordChanges => {
  const { handler, passwords, lease, clock, newUuid } = options;
  const now = () => new Date(clock()).toISOString();

  const put = async (
    account: Pick<Account, 'account_id' | 'brand_id' | 'name'>,
    hash: string,
    requestId: string,
    commandFor: (credentialId: string) => AccountCommand,
  ): Promise<void> => {
    const { account_id } = account;
    const credential_id = newUuid();
    await passwords.store({ credential_id, account_id, hash });
    const envelope = envelopeOfPerson(account, { command_id: newUuid(), correlation_id: requestId, at: now() });
    await handler.handle(accountDecider, account_id, commandFor(credential_id), envelope);
    await passwords.confirm(account_id, credential_id);
    await lease.changed(accountKeyId(account_id));
  };

  const stateOf = async (accountId: number) => (await handler.load(accountDecider, accountId)).state;

  return {
    readInvitation: async (text) => {
      const named = readInvitation(text);
      if (!named) return undefined;
      const command = { type: 'AcceptInvitation', hash: named.hash, credential_id: newUuid(), at: now() } as const;
      try {
        accountDecider.decide(await stateOf(named.account_id), command);
        return named;
      } catch (error) {
        if (error instanceof Refusal) return undefined;
        throw error;
      }
    },
    accept: async ({ account_id, hash: invitation }, hash, requestId) => {
      const account = await stateOf(account_id);
      if (account === null) throw new Error('an invitation to an account that is not there');
      await put(account, hash, requestId, (credential_id) => ({
        type: 'AcceptInvitation',
        hash: invitation,
        credential_id,
        at: now(),
      }));
    },
    change: (account, from, hash, requestId) =>
      put(account, hash, requestId, (credential_id) => ({ type: 'ChangePassword', from, credential_id, at: now() })),
  };
};
