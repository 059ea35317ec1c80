import { accountDecider } from '../../domain/accounts/decide.ts';
import { invalid } from '../../domain/refusal.ts';
import { actorOfAccount } from '../bus/actor.ts';
import type { CommandHandler } from '../loop/handle.ts';
import { readInvitation } from './invitations.ts';

/** What people do to their own accounts before anybody has let them in. */
export interface AccountActs {
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
}

export interface AccountActsOptions {
  readonly handler: Pick<CommandHandler, 'handle' | 'load'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newUuid: () => string;
}

export const createAccountActs = ({ handler, clock, newUuid }: AccountActsOptions): AccountActs => {
  /** The brand is known from the account, never from the request. */
  const envelopeOf = (accountId: number, brand_id: string, correlation_id: string, at: string) => ({
    actor: actorOfAccount(accountId),
    brand_id,
    causation_id: null,
    command_id: newUuid(),
    correlation_id,
    occurred_at: at,
  });
  const now = (): string => new Date(clock()).toISOString();

  return {
    accept: async (text, credential_id, requestId) => {
      const named = readInvitation(text);
      const { state } = named ? await handler.load(accountDecider, named.account_id) : { state: null };
      if (!named || state === null) throw invalid('invitation_invalid', { field: 'invitation' });
      const [{ account_id, hash }, at] = [named, now()];
      const envelope = envelopeOf(account_id, state.brand_id, requestId, at);
      await handler.handle(accountDecider, account_id, { type: 'AcceptInvitation', hash, credential_id, at }, envelope);
      return account_id;
    },
    changePassword: async (accountId, from, credential_id, requestId) => {
      const at = now();
      const { state } = await handler.load(accountDecider, accountId);
      const envelope = envelopeOf(accountId, state?.brand_id ?? '', requestId, at);
      const command = { type: 'ChangePassword', from, credential_id, at } as const;
      await handler.handle(accountDecider, accountId, command, envelope);
    },
  };
};
