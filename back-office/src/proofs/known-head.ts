import type { Answer } from '@tillstream/client';
import { auditor } from '../api.ts';
import { goesOn } from './consistency.ts';
import { type Head, isSignedBy } from './notes.ts';

/** The largest log that this browser has checked. The server cannot reach it, so it can not take back what it has shown. */
export interface KnownHead extends Head {
  readonly verifierKey: string;
  /** When this browser has checked it: an instant. */
  readonly checkedAt: string;
}

const KEPT = 'tillstream.log-head';

/** Each log by the name that its key has: one browser may see several. */
const keptAs = (verifierKey: string): string => `${KEPT}.${verifierKey.split('+')[0]}`;

export const knownHead = (verifierKey: string): KnownHead | undefined => {
  const kept = localStorage.getItem(keptAs(verifierKey));
  return kept === null ? undefined : (JSON.parse(kept) as KnownHead);
};

/** The person has heard elsewhere that the key is a new one. */
export const forgetHead = (verifierKey: string): void => localStorage.removeItem(keptAs(verifierKey));

type Checkpoint = Answer<'getLogCheckpoint'>;

export type LogVerdict =
  | { readonly isSound: true; readonly head: KnownHead; readonly before: KnownHead | undefined }
  | {
      readonly isSound: false;
      readonly why: 'signature' | 'key' | 'shorter' | 'rewritten';
      readonly before?: KnownHead;
    };

/**
 * Checks the log as it is now: its key has signed it, and it goes on from what this browser has seen, or from the first
 * checkpoint that the server keeps. What holds is remembered for the next time.
 */
export const checkLog = async (now: Date): Promise<LogVerdict> => {
  const checkpoint = await auditor.proofs.checkpoint({ new: true });
  const key = await auditor.proofs.key();
  const before = knownHead(key.verifier_key);
  if (!(await isSignedBy(checkpoint, key.verifier_key))) return { isSound: false, why: 'signature', before };
  // A new key is told of: whoever has the server can make one.
  if (before && before.verifierKey !== key.verifier_key) return { isSound: false, why: 'key', before };
  if (before && before.size > checkpoint.size) return { isSound: false, why: 'shorter', before };
  const start = before ?? (await firstCheckpoint(checkpoint));
  if (!(await isContinued(start, checkpoint))) return { isSound: false, why: 'rewritten', before };
  const { size, root } = checkpoint;
  const head = { size, root, verifierKey: key.verifier_key, checkedAt: now.toISOString() };
  localStorage.setItem(keptAs(key.verifier_key), JSON.stringify(head));
  return { isSound: true, head, before };
};

const firstCheckpoint = async (latest: Checkpoint): Promise<Head> => {
  for await (const first of auditor.proofs.checkpoints()) if (first.size > 0) return first;
  return latest;
};

const isContinued = async (older: Head, newer: Head): Promise<boolean> => {
  if (older.size === newer.size) return older.root === newer.root;
  const { path } = await auditor.proofs.consistency({ from: older.size, to: newer.size });
  return goesOn(older, newer, path);
};
