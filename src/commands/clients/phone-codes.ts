import { createHmac, randomInt } from 'node:crypto';
import type pg from 'pg';
import { TooSoon } from '../too-soon.ts';

/** Whose code. */
export interface PhoneOfBrand {
  readonly brand_id: string;
  /** E.164. */
  readonly phone: string;
}

/** Codes that prove a phone. Every step is one statement: whatever comes at once, from however many processes, counts. */
export interface PhoneCodes {
  /** A new code, in place of the one before. Throws TooSoon within 60 s of the last. */
  issue(of: PhoneOfBrand): Promise<string>;
  /** The code could not be sent: the guest need not wait to ask for another. It stays good, should it arrive after all. */
  allowResend(of: PhoneOfBrand, code: string): Promise<void>;
  /**
   * Whether this is the code. Right: it is the caller's alone, to use or to release. Wrong, used or expired: false, and a
   * wrong one costs one of the attempts.
   */
  claim(of: PhoneOfBrand, code: string): Promise<boolean>;
  /** Uses the code up. False: somebody else has done so. */
  use(of: PhoneOfBrand, code: string): Promise<boolean>;
  /** Leaves a claimed code as good as it was. */
  release(of: PhoneOfBrand, code: string): Promise<void>;
}

const ATTEMPTS = 5;
const VALID_MS = 5 * 60_000;
const RESEND_MS = 60_000;
/** Nobody has to wait longer: a clock was put back then. Not that little that two machines may differ by as much. */
const MOST_RESEND_MS = 2 * RESEND_MS;
/** A claim that was neither used nor released lapses: whoever made it has died. */
const CLAIM_MS = 10_000;
const CLEAN_EVERY_MS = 10 * 60_000;

const ISSUE = `
  insert into app.phone_codes as it (brand_id, phone, code_hash, attempts_left, expires_at, resend_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (brand_id, phone) do update set code_hash = $3, attempts_left = $4, expires_at = $5, resend_at = $6,
    claimed_until = null
  where it.resend_at <= $7 or it.resend_at > $8`;

const CLAIM = `
  update app.phone_codes set
    claimed_until = case when code_hash = $3 then $5::timestamptz end,
    attempts_left = attempts_left - case when code_hash = $3 then 0 else 1 end
  where brand_id = $1 and phone = $2 and code_hash is not null and expires_at > $4 and attempts_left > 0
    and (claimed_until is null or claimed_until <= $4)
  returning claimed_until is not null as is_right`;

export const createPhoneCodes = (options: {
  readonly pool: pg.Pool;
  /** Keys the hashes: a copy of the table alone does not tell the codes, few as they are. */
  readonly secret: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}): PhoneCodes => {
  const { pool, secret, clock } = options;
  const at = (ms: number): string => new Date(clock() + ms).toISOString();
  const hashOf = ({ brand_id, phone }: PhoneOfBrand, code: string): string =>
    createHmac('sha256', secret).update(`phone code/${brand_id}/${phone}/${code}`).digest('hex');
  const keyOf = (of: PhoneOfBrand, code: string) => [of.brand_id, of.phone, hashOf(of, code)];

  let cleanAt = 0;
  const cleanNowAndThen = async (): Promise<void> => {
    if (clock() < cleanAt) return;
    cleanAt = clock() + CLEAN_EVERY_MS;
    await pool.query('delete from app.phone_codes where expires_at < $1', [at(-VALID_MS)]);
  };

  const issue: PhoneCodes['issue'] = async (of) => {
    await cleanNowAndThen();
    const otp = String(randomInt(1_000_000)).padStart(6, '0');
    const values = [...keyOf(of, otp), ATTEMPTS, at(VALID_MS), at(RESEND_MS), at(0), at(MOST_RESEND_MS)];
    const { rowCount } = await pool.query(ISSUE, values);
    if (rowCount === 1) return otp;
    throw new TooSoon('code_sent_recently', await secondsToResend(of));
  };

  const secondsToResend = async ({ brand_id, phone }: PhoneOfBrand): Promise<number> => {
    const { rows } = await pool.query<{ resend_at: Date }>(
      'select resend_at from app.phone_codes where brand_id = $1 and phone = $2',
      [brand_id, phone],
    );
    const ms = Number(rows[0]?.resend_at ?? 0) - clock();
    return Math.max(1, Math.ceil(ms / 1_000));
  };

  const change = async (
    set: string,
    of: PhoneOfBrand,
    code: string,
    more: readonly string[] = [],
  ): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `update app.phone_codes set ${set} where brand_id = $1 and phone = $2 and code_hash = $3`,
      [...keyOf(of, code), ...more],
    );
    return rowCount === 1;
  };

  return {
    issue,
    allowResend: async (of, code) => {
      await change('resend_at = $4', of, code, [at(0)]);
    },
    claim: async (of, code) => {
      const { rows } = await pool.query<{ is_right: boolean }>(CLAIM, [...keyOf(of, code), at(0), at(CLAIM_MS)]);
      return rows[0]?.is_right ?? false;
    },
    use: (of, code) => change('code_hash = null, claimed_until = null', of, code),
    release: async (of, code) => {
      await change('claimed_until = null', of, code);
    },
  };
};
