import type { CallersAccount } from '../../commands/bus/caller.ts';
import type { KeyRecord } from '../http/key-record.ts';

/** A person who is signed in, as the HTTP layer needs callers. */
export interface SessionRecord extends KeyRecord {
  readonly account: CallersAccount;
  readonly session_id: string;
  /** Milliseconds since the epoch: however often it is used. */
  readonly ends_at: number;
}

export const isSession = (caller: KeyRecord): caller is SessionRecord => 'session_id' in caller;
