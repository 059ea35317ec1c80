import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

export interface HashCost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** 64 MB and three passes: some hundred milliseconds of a processor. */
export const HASH_COST: HashCost = { memoryKib: 65_536, passes: 3 };
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

interface Parameters {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly nonce: Buffer;
  readonly tagLength: number;
}

/** In a thread of Node's own: the event loop goes on. */
const derive = (password: string, parameters: Parameters): Promise<Buffer> => {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  // The same letters may be written in several ways; keyboards differ in which one they send.
  const message = Buffer.from(password.normalize('NFC'));
  argon2('argon2id', { message, ...parameters }, (error, tag) => (error ? reject(error) : resolve(tag)));
  return promise;
};

/** The hash of a password in PHC string format, with a new salt. */
export const hashPassword = async (password: string, { memoryKib, passes }: HashCost): Promise<string> => {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await derive(password, { memory: memoryKib, passes, parallelism: LANES, nonce, tagLength: TAG_BYTES });
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${LANES}$${toText(nonce)}$${toText(tag)}`;
};

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Whether a hash is of this password. The cost is the one with which the hash was made. */
export const isPassword = async (password: string, hash: string): Promise<boolean> => {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(hash) ?? [];
  if (memory === undefined) throw new Error('a stored hash has a form that we do not know');
  const expected = Buffer.from(tag, 'base64');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await derive(password, {
    ...cost,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
  });
  return timingSafeEqual(found, expected);
};

/** Base64 without padding, as the format wants it. */
const toText = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
