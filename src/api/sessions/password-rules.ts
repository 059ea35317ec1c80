import { invalid } from '../../domain/refusal.ts';

/** In characters. */
const SHORTEST = 10;
const LONGEST = 200;

let mostUsed: Promise<ReadonlySet<string>> | undefined;

/** Read when the first password is chosen: a process that never needs the list does not hold it. */
const readMostUsed = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST).map(plain));
};

const plain = (password: string): string => password.normalize('NFC').toLowerCase();

/**
 * Throws a Refusal if nobody may choose this password: password_length, or password_common for one of the 49 000 that are
 * used most, in large letters or small. `field`: where the caller sent it.
 */
export const requireGoodPassword = async (password: string, field: string): Promise<void> => {
  const { length } = [...password.normalize('NFC')];
  if (length < SHORTEST || length > LONGEST) {
    throw invalid('password_length', { field, min: SHORTEST, max: LONGEST });
  }
  mostUsed ??= readMostUsed();
  if ((await mostUsed).has(plain(password))) throw invalid('password_common', { field });
};
