import type pg from 'pg';
import type { KeyIssued } from '../../domain/access-key/events.ts';
import type { BrandCreated } from '../../domain/brand/events.ts';

/** An access key with what its brand adds to it. Whether it may be used now is for the caller to judge. */
export interface KeyRow
  extends KeyIssued,
    Pick<BrandCreated, 'language' | 'country_code' | 'currency' | 'currency_exponent'> {
  readonly brand_name: string;
  readonly revoked_at: string | null;
}

type StoredKey = Omit<KeyRow, 'expires_at' | 'issued_at' | 'revoked_at'> & {
  readonly expires_at: Date | null;
  readonly issued_at: Date;
  readonly revoked_at: Date | null;
};

const KEY = `
  select k.key_id, k.key_hash, k.brand_id, k.audience, k.name, k.permissions, k.point_ids, k.expires_at, k.auto_confirm,
    k.operator_confirmation, k.source_id, k.requests_per_minute, k.showcase_ids, k.default_order_type_sub_ids,
    k.issued_at, k.revoked_at,
    b.name as brand_name, b.language, b.country_code, b.currency, b.currency_exponent
  from read.access_keys k join read.brands b using (brand_id)`;

/** The key whose api key has this hash. */
export const findKeyByHash = async (pool: pg.Pool, hash: string): Promise<KeyRow | undefined> => {
  const { rows } = await pool.query<StoredKey>(`${KEY} where k.key_hash = $1`, [hash]);
  return rows[0] && toKeyRow(rows[0]);
};

export const findKey = async (pool: pg.Pool, keyId: string): Promise<KeyRow | undefined> => {
  const { rows } = await pool.query<StoredKey>(`${KEY} where k.key_id = $1`, [keyId]);
  return rows[0] && toKeyRow(rows[0]);
};

const toKeyRow = (stored: StoredKey): KeyRow => ({
  ...stored,
  expires_at: stored.expires_at?.toISOString() ?? null,
  issued_at: stored.issued_at.toISOString(),
  revoked_at: stored.revoked_at?.toISOString() ?? null,
});
