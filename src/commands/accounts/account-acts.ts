import { accountDecider } from '../../domain/accounts/decide.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { actorOfAccount } from '../bus/actor.ts';
import type { Envelope } from '../loop/envelope.ts';
import type { CommandHandler } from '../loop/handle.ts';
import { readInvitation } from './invitations.ts';

/** What people do to their own accounts while they sign in: no caller of the bus is there yet. */
export interface AccountActs {
  /** The account of an invitation that may be accepted now. Undefined: there is none. */
  invitedBy(invitation: string): Promise<number | undefined>;
  /**
   * Accepts an invitation, once. The hash of the password is kept under `credential_id` before this is called: it counts
   * from here on. Answers the account's id. Throws invitation_invalid (400): wrong, used, too old, or of an account that
   * is shut out.
   */
  accept(invitation: string, credential_id: string, requestId: string): Promise<number>;
  /**
   * Another password counts, if `from` (the credential that was proved just now) still does. Else password_changed_since
   * (409).
   */
  changePassword(accountId: number, from: string, credential_id: string, requestId: string): Promise<void>;
  /** Somebody signed in from the address, or could not. Of a person who was erased nothing is noted. */
  noteSignIn(accountId: number, isRight: boolean, address: string, requestId: string): Promise<void>;
}

export interface AccountActsOptions {
  readonly handler: Pick<CommandHandler, 'handle' | 'load'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newUuid: () => string;
}

export const createAccountActs = ({ handler, clock, newUuid }: AccountActsOptions): AccountActs => {
  const stateOf = async (accountId: number) => (await handler.load(accountDecider, accountId)).state;
  const now = (): string => new Date(clock()).toISOString();
  /** The brand is known from the account, never from the request. */
  const envelopeOf = async (accountId: number, correlation_id: string, at: string): Promise<Envelope> => ({
    actor: actorOfAccount(accountId),
    brand_id: (await stateOf(accountId))?.brand_id ?? '',
    causation_id: null,
    command_id: newUuid(),
    correlation_id,
    occurred_at: at,
  });

  return {
    invitedBy: async (text) => {
      const named = readInvitation(text);
      if (!named) return undefined;
      const { account_id, hash } = named;
      try {
        accountDecider.decide(await stateOf(account_id), acceptance(hash, newUuid(), now()));
        return account_id;
      } catch (error) {
        if (error instanceof Refusal) return undefined;
        throw error;
      }
    },
    accept: async (text, credential_id, requestId) => {
      const named = readInvitation(text);
      if (!named || (await stateOf(named.account_id)) === null) {
        throw invalid('invitation_invalid', { field: 'invitation' });
      }
      const [{ account_id, hash }, at] = [named, now()];
      const envelope = await envelopeOf(account_id, requestId, at);
      await handler.handle(accountDecider, account_id, acceptance(hash, credential_id, at), envelope);
      return account_id;
    },
    changePassword: async (accountId, from, credential_id, requestId) => {
      const at = now();
      const command = { type: 'ChangePassword', from, credential_id, at } as const;
      await handler.handle(accountDecider, accountId, command, await envelopeOf(accountId, requestId, at));
    },
    noteSignIn: async (accountId, is_right, address, requestId) => {
      const at = now();
      const command = { type: 'NoteSignIn', is_right, address, at } as const;
      await handler.handle(accountDecider, accountId, command, await envelopeOf(accountId, requestId, at));
    },
  };
};

const acceptance = (hash: string, credential_id: string, at: string) =>
  ({ type: 'AcceptInvitation', hash, credential_id, at }) as const;
