import { createHmac, randomInt } from 'node:crypto';
import type pg from 'pg';
import { TooSoon } from '../loop/too-soon.ts';

/** The phone of a brand that a code belongs to. */
export interface PhoneOfBrand {
  readonly brand_id: string;
  /** E.164. */
  readonly phone: string;
}

/** Codes that prove a phone. Every step is one statement, so it is right for any number of callers and processes. */
export interface PhoneCodes {
  /**
   * A new code, which replaces the one before. Throws TooSoon within 60 s of the last one, and after 10 in 24 hours.
   */
  issue(of: PhoneOfBrand): Promise<string>;
  /**
   * The code could not be sent: the guest need not wait before asking for another, and it does not count. It stays
   * good, in case it arrives after all.
   */
  allowResend(of: PhoneOfBrand, code: string): Promise<void>;
  /**
   * Whether this is the code. If it is right, it belongs to the caller, to use or to release. If it is wrong, used or
   * expired: false; a wrong one costs one of the attempts.
   */
  claim(of: PhoneOfBrand, code: string): Promise<boolean>;
  /** Uses the code up. False: another call has done so. */
  use(of: PhoneOfBrand, code: string): Promise<boolean>;
  /** Makes a claimed code usable again. */
  release(of: PhoneOfBrand, code: string): Promise<void>;
}

const ATTEMPTS = 5;
const VALID_MS = 5 * 60_000;
const RESEND_MS = 60_000;
/**
 * The longest wait. A longer one means that a clock was set back. Not so short that the clocks of two machines may
 * differ by as much.
 */
const MOST_RESEND_MS = 2 * RESEND_MS;
/** A claim that was neither used nor released lapses: the call that made it has died. */
const CLAIM_MS = 10_000;
/** Each code costs the venue an SMS and disturbs the owner of the phone, even if another person asks for it. */
const CODES_A_DAY = 10;
const DAY_MS = 24 * 3_600_000;
const CLEAN_EVERY_MS = 10 * 60_000;

const ISSUE = `
  insert into app.phone_codes as it (brand_id, phone, code_hash, attempts_left, expires_at, resend_at, sent_at)
  values ($1, $2, $3, $4, $5, $6, array[$7::timestamptz])
  on conflict (brand_id, phone) do update set code_hash = $3, attempts_left = $4, expires_at = $5, resend_at = $6,
    claimed_until = null, sent_at = it.sent_at[greatest(1, cardinality(it.sent_at) - ${CODES_A_DAY - 2}):] || $7::timestamptz
  where (it.resend_at <= $7 or it.resend_at > $8)
    and (cardinality(it.sent_at) < ${CODES_A_DAY} or it.sent_at[1] <= $9 or it.sent_at[1] > $8)`;

/** Until when no code may be sent; null if one may be sent now. */
const WAITS = `
  select
    case when resend_at > $3 and resend_at <= $4 then resend_at end as resend_at,
    case when cardinality(sent_at) >= ${CODES_A_DAY} and sent_at[1] > $5 and sent_at[1] <= $4
      then sent_at[1] + interval '24 hours' end as day_ends_at
  from app.phone_codes where brand_id = $1 and phone = $2`;

const CLAIM = `
  update app.phone_codes set
    claimed_until = case when code_hash = $3 then $5::timestamptz end,
    attempts_left = attempts_left - case when code_hash = $3 then 0 else 1 end
  where brand_id = $1 and phone = $2 and code_hash is not null and expires_at > $4 and attempts_left > 0
    and (claimed_until is null or claimed_until <= $4)
  returning claimed_until is not null as is_right`;

export const createPhoneCodes = (options: {
  readonly pool: pg.Pool;
  /**
   * The key of the hashes: a copy of the table alone does not reveal the codes, though there are only a million of
   * them.
   */
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
    await pool.query('delete from app.phone_codes where expires_at < $1', [at(-DAY_MS)]);
  };

  const issue: PhoneCodes['issue'] = async (of) => {
    await cleanNowAndThen();
    const otp = String(randomInt(1_000_000)).padStart(6, '0');
    const times = [at(VALID_MS), at(RESEND_MS), at(0), at(MOST_RESEND_MS), at(-DAY_MS)];
    const { rowCount } = await pool.query(ISSUE, [...keyOf(of, otp), ATTEMPTS, ...times]);
    if (rowCount === 1) return otp;
    throw await tooSoon(of);
  };

  const tooSoon = async ({ brand_id, phone }: PhoneOfBrand): Promise<TooSoon> => {
    const { rows } = await pool.query<{ resend_at: Date | null; day_ends_at: Date | null }>(WAITS, [
      ...[brand_id, phone, at(0), at(MOST_RESEND_MS), at(-DAY_MS)],
    ]);
    const { resend_at = null, day_ends_at = null } = rows[0] ?? {};
    const seconds = (until: Date | null): number => Math.max(1, Math.ceil((Number(until ?? 0) - clock()) / 1_000));
    if (day_ends_at !== null) return new TooSoon('codes_used_up_today', seconds(day_ends_at));
    return new TooSoon('code_sent_recently', seconds(resend_at));
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
      await change('resend_at = $4, sent_at = sent_at[:cardinality(sent_at) - 1]', of, code, [at(0)]);
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
