import { hash } from 'node:crypto';
import { type AccountView, accountKeyId } from '../../commands/accounts/account-directory.ts';
import type { CommandHandler } from '../../commands/loop/handle.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import type { Counter } from '../http/shared-counter.ts';
import { envelopeOfPerson } from './envelope-of-person.ts';

/** Seconds: of one kind and address, one event is recorded in so long. */
export const NOTE_WINDOW_S = 3_600;

/** Records in the history of the account that somebody signed in, or could not. */
export type NoteSignIn = (
  account: AccountView,
  isRight: boolean,
  by: { readonly address: string; readonly requestId: string },
) => Promise<void>;

export interface NoteSignInOptions {
  readonly handler: Pick<CommandHandler, 'handle'>;
  /** With windows of NOTE_WINDOW_S. */
  readonly counter: Counter;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newUuid: () => string;
}

export const createNoteSignIn =
  ({ handler, counter, clock, newUuid }: NoteSignInOptions): NoteSignIn =>
  async (account, is_right, { address, requestId }) => {
    const { account_id } = account;
    // A hash: the address is personal data.
    const id = `${is_right ? 'signed-in' : 'not-signed-in'}:${hash('sha256', `${accountKeyId(account_id)} ${address}`)}`;
    if ((await counter.consume(id, 1)).consumedPoints > 1) return;
    const at = new Date(clock()).toISOString();
    const envelope = envelopeOfPerson(account, { command_id: newUuid(), correlation_id: requestId, at });
    await handler.handle(accountDecider, account_id, { type: 'NoteSignIn', is_right, address, at }, envelope);
  };
