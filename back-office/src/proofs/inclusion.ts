import type { Answer } from '@tillstream/client';
import { auditor } from '../api.ts';
import { type Bytes, bytesOf, half, isSame, leafHash, nodeHash } from './bytes.ts';
import { isSignedBy } from './notes.ts';

type Proof = Answer<'proveInclusion'>;
type Key = Answer<'getLogKey'>;
type Checkpoint = Answer<'getLogCheckpoint'>;

/** What the page has computed by itself. `size`: of the signed log that holds the event. */
export type Verdict =
  | { readonly isProved: true; readonly size: number; readonly signedAt: string; readonly leaf: Leaf }
  | { readonly isProved: false; readonly why: 'leaf' | 'path' | 'signature' | 'notSigned' };

/** The event as it is stored, personal data sealed. */
export interface Leaf {
  readonly id: string;
  readonly position: number;
  readonly type: string;
}

/** The root that follows from a leaf and its path, as RFC 9162 section 2.1.3.2 computes it. Undefined: the path does not fit. */
export const rootOf = async (
  leaf: Bytes,
  { index, size, path }: { readonly index: number; readonly size: number; readonly path: readonly Uint8Array[] },
): Promise<Uint8Array | undefined> => {
  if (index >= size) return undefined;
  let [place, last, hash] = [index, size - 1, leaf];
  for (const next of path) {
    if (last === 0) return undefined;
    if (place % 2 === 1 || place === last) {
      hash = await nodeHash(next, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      hash = await nodeHash(hash, next);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? hash : undefined;
};

/** Checks a proof against a signed checkpoint, step by step, and trusts nothing that the server computed. */
export const check = async (event: Leaf, proof: Proof, checkpoint: Checkpoint, key: Key): Promise<Verdict> => {
  const leaf = JSON.parse(proof.leaf) as Leaf;
  if (leaf.id !== event.id || leaf.position !== event.position || leaf.type !== event.type) {
    return { isProved: false, why: 'leaf' };
  }
  if (checkpoint.size < proof.size) return { isProved: false, why: 'notSigned' };
  const path = proof.path.map(bytesOf);
  const root = await rootOf(await leafHash(proof.leaf), { index: proof.index, size: proof.size, path });
  if (!root || proof.size !== checkpoint.size || !isSame(root, bytesOf(checkpoint.root))) {
    return { isProved: false, why: 'path' };
  }
  if (!(await isSignedBy(checkpoint, key.verifier_key))) return { isProved: false, why: 'signature' };
  return { isProved: true, size: proof.size, signedAt: checkpoint.signed_at, leaf };
};

/** Asks for what proves an event, and checks it here: the server's word alone counts for nothing. */
export const prove = async (event: Leaf): Promise<Verdict> => {
  const [checkpoint, key] = await Promise.all([auditor.proofs.checkpoint({ new: true }), auditor.proofs.key()]);
  const proof = await auditor.proofs.inclusion({ position: event.position, size: checkpoint.size });
  return check(event, proof, checkpoint, key);
};
