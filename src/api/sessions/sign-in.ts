import type { AccountActs } from '../../commands/accounts/account-acts.ts';
import type { AccountDirectory, AccountView } from '../../commands/accounts/account-directory.ts';
import type { KnownAddresses } from '../../commands/sessions/known-addresses.ts';
import type { PasswordStore } from '../../commands/sessions/password-store.ts';
import { invalid } from '../../domain/refusal.ts';
import { HttpError } from '../http/errors.ts';
import { type HashCost, hashPassword, isPassword } from './argon2id.ts';
import type { Attempt, Failures } from './failures.ts';
import type { InHashQueue } from './hash-queue.ts';
import type { NoteSignIn } from './note-sign-in.ts';
import type { PasswordChanges } from './password-changes.ts';
import { requireGoodPassword } from './password-rules.ts';

/** Who asks, beside what the person typed. */
export interface AskedBy {
  /** As limits by address count it. */
  readonly address: string;
  readonly requestId: string;
  /** Aborted when the person goes away: then the attempt gives up its turn. */
  readonly signal: AbortSignal;
  /** Logs a fault of ours that the person is not told of. */
  logFault(error: unknown): void;
}

export interface SignInOptions {
  readonly accounts: AccountDirectory;
  readonly acts: Pick<AccountActs, 'invitedBy'>;
  readonly passwords: Pick<PasswordStore, 'find'>;
  readonly knownAddresses: KnownAddresses;
  readonly changes: PasswordChanges;
  readonly failures: Failures;
  readonly inQueue: InHashQueue;
  readonly note: NoteSignIn;
  /** Whether the account is one of the demo's, which need no password. Undefined outside of the demo. */
  readonly isOfDemo: ((account: AccountView) => Promise<boolean>) | undefined;
  /** Of new hashes. */
  readonly cost: HashCost;
}

/** Names no password: looked for where there is none, so that both take alike. */
const NO_CREDENTIAL = '00000000-0000-0000-0000-000000000000';

/** How people prove who they are. Each answers the account as it is then. */
export const createSignIn = (options: SignInOptions) => {
  const { accounts, acts, passwords, knownAddresses, changes, failures, inQueue, note, isOfDemo, cost } = options;
  /** What a password is held against where there is no account: it takes as long as a real one. */
  let dummy: Promise<string> | undefined;

  const proves = async (account: AccountView | undefined, password: string): Promise<boolean> => {
    const credential = account?.is_disabled === false ? account.credential_id : null;
    const hash = await passwords.find(credential ?? NO_CREDENTIAL);
    dummy ??= hashPassword('nobody has this password', cost);
    // Also where it is not needed: the first attempt of all would take longer with a login that nobody has.
    const spare = await dummy;
    return (await isPassword(password, hash ?? spare)) && hash !== undefined;
  };

  /** Looks at a password in its turn. Counts failures. */
  const attempts = async (
    attempt: Attempt,
    account: () => Promise<AccountView | undefined>,
    password: string,
    by: AskedBy,
  ): Promise<{ readonly account: AccountView | undefined; readonly isRight: boolean }> => {
    failures.requireFew(attempt);
    return inQueue(async () => {
      const found = await account();
      await failures.begin(attempt, await knownAddresses.has(found?.account_id, attempt.address));
      const isRight = await proves(found, password);
      await (isRight ? failures.succeeded(attempt) : failures.failed(attempt));
      return { account: found, isRight };
    }, by);
  };

  /** The person has proved who it is. */
  const letIn = async (account: AccountView, by: AskedBy): Promise<AccountView> => {
    await knownAddresses.note(account.account_id, by.address);
    await note(account, true, by);
    return account;
  };

  const signInToDemo = async (login: string): Promise<AccountView> => {
    const account = isOfDemo && (await accounts.byLogin(login));
    if (!account || !(await isOfDemo(account))) throw invalid('field_required', { field: 'password' });
    if (account.is_disabled) throw new HttpError(401, 'sign_in_failed');
    return account;
  };

  /** Throws HttpError 401 if the account was disabled or erased meanwhile. */
  const stillThere = async (accountId: number): Promise<AccountView> => {
    const account = await accounts.byId(accountId);
    if (!account || account.is_disabled) throw new HttpError(401, 'session_ended');
    return account;
  };

  return {
    /** Throws HttpError 401 sign_in_failed, whatever was wrong, and 429 after too many failures. */
    signIn: async (login: string, password: string | undefined, by: AskedBy): Promise<AccountView> => {
      if (password === undefined) return signInToDemo(login);
      const attempt = { login, address: by.address };
      const { account, isRight } = await attempts(attempt, () => accounts.byLogin(login), password, by);
      if (account && isRight) return letIn(account, by);
      // Nobody waits for it: how long an answer takes must not tell whether there is such an account.
      if (account) void note(account, false, by).catch(by.logFault);
      throw new HttpError(401, 'sign_in_failed');
    },

    /** Sets the first password, or a new one after a reset. Throws a Refusal invitation_invalid. */
    accept: async (invitation: string, password: string, by: AskedBy): Promise<AccountView> => {
      const attempt = { address: by.address };
      failures.requireFew(attempt);
      await failures.begin(attempt, false);
      const accountId = await acts.invitedBy(invitation);
      if (accountId === undefined) {
        await failures.failed(attempt);
        throw invalid('invitation_invalid', { field: 'invitation' });
      }
      await requireGoodPassword(password, 'password');
      const hash = await inQueue(() => hashPassword(password, cost), by);
      await changes.accept(accountId, invitation, hash, by.requestId);
      return letIn(await stillThere(accountId), by);
    },

    /** Ends every session of the person. Throws a Refusal if the old password is wrong, or the new one too weak. */
    changePassword: async (accountId: number, from: string, to: string, by: AskedBy): Promise<AccountView> => {
      await requireGoodPassword(to, 'new');
      const before = await stillThere(accountId);
      const { login, credential_id } = before;
      if (login === null || credential_id === null) throw invalid('old_password_wrong', { field: 'old' });
      const { isRight } = await attempts({ login, address: by.address }, async () => before, from, by);
      if (!isRight) throw invalid('old_password_wrong', { field: 'old' });
      const hash = await inQueue(() => hashPassword(to, cost), by);
      await changes.change(accountId, credential_id, hash, by.requestId);
      return stillThere(accountId);
    },
  };
};

export type SignIn = ReturnType<typeof createSignIn>;
