import { hash } from 'node:crypto';
import type { AccountActs } from '../../commands/accounts/account-acts.ts';
import { accountKeyId } from '../../commands/accounts/account-directory.ts';
import type { Counter } from '../http/shared-counter.ts';

/** Seconds: of one kind and address, one event is recorded in so long. */
export const NOTE_WINDOW_S = 3_600;

/** Records in the history of the account that somebody signed in, or could not. */
export type NoteSignIn = (
  account: { readonly account_id: number },
  isRight: boolean,
  by: { readonly address: string; readonly requestId: string },
) => Promise<void>;

export interface NoteSignInOptions {
  readonly acts: Pick<AccountActs, 'noteSignIn'>;
  /** With windows of NOTE_WINDOW_S. */
  readonly counter: Counter;
}

export const createNoteSignIn =
  ({ acts, counter }: NoteSignInOptions): NoteSignIn =>
  async ({ account_id }, isRight, { address, requestId }) => {
    // A hash: the address is personal data.
    const id = `${isRight ? 'signed-in' : 'not-signed-in'}:${hash('sha256', `${accountKeyId(account_id)} ${address}`)}`;
    if ((await counter.consume(id, 1)).consumedPoints > 1) return;
    await acts.noteSignIn(account_id, isRight, address, requestId);
  };
