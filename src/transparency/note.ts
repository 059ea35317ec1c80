import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';

/** The type of an Ed25519 signature in a signed note (C2SP signed-note). */
const ED25519 = 1;
const SEED_BYTES = 32;
const ID_BYTES = 4;
/** What comes before the seed in the PKCS #8 form of an Ed25519 key. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** What the log says of itself at some moment. */
export interface Checkpoint {
  /** The name of the log. */
  readonly origin: string;
  /** Events in the log. */
  readonly size: number;
  readonly root: Buffer;
}

/** A public key, and the name it signs under. */
export interface VerifierKey {
  readonly name: string;
  /** Four bytes: which key a signature was made with. */
  readonly id: Buffer;
  /** 32 bytes. */
  readonly publicKey: Buffer;
}

export interface SigningKey extends VerifierKey {
  readonly privateKey: KeyObject;
}

/** A note that can not be read, or whose signature is not good. */
export class NoteError extends Error {
  override name = 'NoteError';
}

const idOf = (name: string, publicKey: Buffer): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([ED25519]), publicKey]), 'buffer').subarray(
    0,
    ID_BYTES,
  );

/** The key that signs for a log. `seed`: 32 bytes as base64. */
export const signingKeyOf = (seed: string, name: string): SigningKey => {
  const der = Buffer.concat([PKCS8_PREFIX, Buffer.from(seed, 'base64')]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x!, 'base64url');
  return { name, id: idOf(name, publicKey), publicKey, privateKey };
};

/** Whether a text is a seed for `signingKeyOf`. */
export const isSeed = (text: string): boolean =>
  /^[A-Za-z0-9+/_-]{43}=?$/.test(text) && Buffer.from(text, 'base64').length === SEED_BYTES;

/** `<name>+<id in hex>+<base64>`: the form in which verifiers of signed notes keep a public key. */
export const renderVerifierKey = ({ name, id, publicKey }: VerifierKey): string =>
  `${name}+${id.toString('hex')}+${Buffer.concat([Buffer.from([ED25519]), publicKey]).toString('base64')}`;

/** @throws NoteError */
export const parseVerifierKey = (text: string): VerifierKey => {
  const [, name, id, encoded] = /^([^\s+]+)\+([\da-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  const publicKey = bytes.subarray(1);
  if (name === undefined || bytes[0] !== ED25519 || publicKey.length !== SEED_BYTES) {
    throw new NoteError('this is not the public key of an Ed25519 signature: <name>+<id>+<base64>');
  }
  const key = { name, id: idOf(name, publicKey), publicKey };
  if (key.id.toString('hex') !== id) throw new NoteError('the id of the public key does not fit it');
  return key;
};

/** The checkpoint as a signed note (C2SP tlog-checkpoint). */
export const signCheckpoint = ({ origin, size, root }: Checkpoint, key: SigningKey): string => {
  const text = `${origin}\n${size}\n${root.toString('base64')}\n`;
  const signature = Buffer.concat([key.id, sign(null, Buffer.from(text), key.privateKey)]);
  return `${text}\n— ${key.name} ${signature.toString('base64')}\n`;
};

interface Signature {
  readonly name: string;
  readonly id: Buffer;
  readonly bytes: Buffer;
}

export interface Note {
  /** What is signed. */
  readonly text: string;
  readonly signatures: readonly Signature[];
}

/** @throws NoteError for what is no signed note */
export const parseNote = (note: string): Note => {
  const end = note.lastIndexOf('\n\n');
  const lines = note.slice(end + 2).split('\n');
  if (end < 0 || lines.pop() !== '' || lines.length === 0) throw new NoteError('this is not a signed note');
  const signatures = lines.map((line): Signature => {
    const [, name, encoded] = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
    const bytes = Buffer.from(encoded ?? '', 'base64');
    if (name === undefined || bytes.length <= ID_BYTES || bytes.toString('base64') !== encoded)
      throw new NoteError('a signature of the note can not be read');
    return { name, id: bytes.subarray(0, ID_BYTES), bytes: bytes.subarray(ID_BYTES) };
  });
  return { text: note.slice(0, end + 1), signatures };
};

/** Whether this key signed the note. Signatures of other keys, such as those of witnesses, do not matter. */
export const isSignedBy = ({ text, signatures }: Note, { name, id, publicKey }: VerifierKey): boolean => {
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
  });
  return signatures.some(
    (each) => each.name === name && each.id.equals(id) && verify(null, Buffer.from(text), key, each.bytes),
  );
};

/**
 * The checkpoint in a note that one of the keys signed.
 * @throws NoteError
 */
export const openCheckpoint = (note: string, keys: readonly VerifierKey[]): Checkpoint => {
  const parsed = parseNote(note);
  const [origin, size, root] = parsed.text.split('\n');
  const hash = Buffer.from(root ?? '', 'base64');
  if (!origin || !/^(0|[1-9]\d{0,15})$/.test(size ?? '') || hash.length !== 32) {
    throw new NoteError('the note is no checkpoint of a log');
  }
  if (!keys.some((key) => isSignedBy(parsed, key))) {
    const ids = parsed.signatures.map(({ name, id }) => `${name}+${id.toString('hex')}`).join(', ');
    throw new NoteError(`no known key signed the checkpoint of ${size} events: it is signed by ${ids}`);
  }
  return { origin, size: Number(size), root: hash };
};
