import { bytesOf, hexOf } from './bytes.ts';

/** What the log says of itself: how many events it has, and the root of its tree in base64. */
export interface Head {
  readonly size: number;
  readonly root: string;
}

/** Whether the key has signed that the log of its name has this size and root: a C2SP signed note. */
export const isSignedBy = async (
  { note, size, root }: Head & { readonly note: string },
  verifierKey: string,
): Promise<boolean> => {
  const [, name = '', id = '', encoded = ''] = /^(.+)\+(\w{8})\+(.+)$/.exec(verifierKey) ?? [];
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
