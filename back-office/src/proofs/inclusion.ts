import type { Answer } from '@tillstream/client';
import { auditor } from '../api.ts';

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

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

const sha256 = async (...parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> => {
  const all = new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
};

/** The root that follows from a leaf and its path, as RFC 9162 section 2.1.3.2 computes it. Undefined: the path does not fit. */
export const rootOf = async (
  leafHash: Uint8Array<ArrayBuffer>,
  { index, size, path }: { readonly index: number; readonly size: number; readonly path: readonly Uint8Array[] },
): Promise<Uint8Array | undefined> => {
  if (index >= size) return undefined;
  let [place, last, hash] = [index, size - 1, leafHash];
  for (const next of path) {
    if (last === 0) return undefined;
    if (place % 2 === 1 || place === last) {
      hash = await sha256(Uint8Array.of(1), next, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      hash = await sha256(Uint8Array.of(1), hash, next);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? hash : undefined;
};

const half = (value: number): number => Math.floor(value / 2);

/** Whether the key has signed that the log of this name has this size and root: a C2SP signed note. */
export const isSignedBy = async ({ note, size, root }: Checkpoint, { verifier_key }: Key): Promise<boolean> => {
  const [, name = '', id = '', encoded = ''] = /^(.+)\+(\w{8})\+(.+)$/.exec(verifier_key) ?? [];
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  if (text !== `${name}\n${size}\n${root}\n`) return false;
  // The first byte names the algorithm.
  const raw = bytesOf(encoded).subarray(1);
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
  for (const line of note.split('\n')) {
    const signature = line.startsWith(`— ${name} `) ? bytesOf(line.slice(`— ${name} `.length)) : undefined;
    if (!signature || hexOf(signature.subarray(0, 4)) !== id) continue;
    if (await crypto.subtle.verify('Ed25519', key, signature.slice(4), new TextEncoder().encode(text))) return true;
  }
  return false;
};

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Checks a proof against a signed checkpoint, step by step, and trusts nothing that the server computed. */
export const check = async (event: Leaf, proof: Proof, checkpoint: Checkpoint, key: Key): Promise<Verdict> => {
  const leaf = JSON.parse(proof.leaf) as Leaf;
  if (leaf.id !== event.id || leaf.position !== event.position || leaf.type !== event.type) {
    return { isProved: false, why: 'leaf' };
  }
  if (checkpoint.size < proof.size) return { isProved: false, why: 'notSigned' };
  const leafHash = await sha256(Uint8Array.of(0), new TextEncoder().encode(proof.leaf));
  const path = proof.path.map(bytesOf);
  const root = await rootOf(leafHash, { index: proof.index, size: proof.size, path });
  if (!root || proof.size !== checkpoint.size || !isSame(root, bytesOf(checkpoint.root))) {
    return { isProved: false, why: 'path' };
  }
  if (!(await isSignedBy(checkpoint, key))) return { isProved: false, why: 'signature' };
  return { isProved: true, size: proof.size, signedAt: checkpoint.signed_at, leaf };
};

/** Asks for what proves an event, and checks it here: the server's word alone counts for nothing. */
export const prove = async (event: Leaf): Promise<Verdict> => {
  const [checkpoint, key] = await Promise.all([auditor.proofs.checkpoint({ new: true }), auditor.proofs.key()]);
  const proof = await auditor.proofs.inclusion({ position: event.position, size: checkpoint.size });
  return check(event, proof, checkpoint, key);
};
