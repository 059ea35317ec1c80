export type Bytes = Uint8Array<ArrayBuffer>;

/** Throws if the text is not as `base64Of` writes it: browsers pass over spaces, over `=` that lack, and over bits that are left. */
export const bytesOf = (base64: string): Bytes => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  if (base64Of(bytes) !== base64) throw new Error('no base64');
  return bytes;
};

export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

const sha256 = async (...parts: readonly Uint8Array[]): Promise<Bytes> => {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
};

/** The hash of a leaf (RFC 6962). */
export const leafHash = (leaf: string): Promise<Bytes> => sha256(Uint8Array.of(0), new TextEncoder().encode(leaf));

/** The hash of a node over two others. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Promise<Bytes> => sha256(Uint8Array.of(1), left, right);

/** Without the lowest bit. Not a shift: numbers may be beyond 32 bits. */
export const half = (value: number): number => Math.floor(value / 2);
