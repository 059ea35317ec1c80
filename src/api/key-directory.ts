import type pg from 'pg';
import { validate as isUuid } from 'uuid';
import { createBrandCache } from '../projections/brand-cache.ts';
import { findKey, findKeyByHash, type KeyRow } from '../projections/venue/queries-keys.ts';
import { hashApiKey } from './http/api-keys.ts';
import type { KeyDirectory, KeyRecord } from './http/key-record.ts';

/** The platform's key comes from the environment; it belongs to no brand. */
export const PLATFORM_KEY: KeyRecord = {
  key_id: 'platform',
  audience: 'platform',
  brand_id: null,
  point_ids: null,
  permissions: [],
  name: 'platform',
  expires_at: null,
  revoked: false,
  requests_per_minute: null,
  showcase_ids: [],
  default_order_type_sub_ids: {},
  auto_confirm: false,
  operator_confirmation: 'none',
  source_id: 0,
  language: 'en',
  country_code: 'UZ',
  currency: 'UZS',
};

export interface KeyDirectoryOptions {
  readonly platformApiKey: string;
  readonly refusedApiKeys: readonly string[];
}

/** One name for all: whatever changes at any venue drops every kept key, which is rare and cheap. */
const ALL = 'keys';

/** Access keys from the read model, kept in memory: they are asked for at every request. */
export const createKeyDirectory = (
  pool: pg.Pool,
  { platformApiKey, refusedApiKeys }: KeyDirectoryOptions,
): KeyDirectory & { drop(): void } => {
  const keys = createBrandCache<KeyRecord>({ max: 10_000 });
  const platformHash = hashApiKey(platformApiKey);
  const refused = new Set(refusedApiKeys.map(hashApiKey));
  // Neither exchanged, nor good by a token that was issued before.
  const usable = (row: KeyRow | undefined) => (row && !refused.has(row.key_hash) ? toRecord(row) : undefined);
  return {
    byId: async (keyId) => {
      if (keyId === PLATFORM_KEY.key_id) return PLATFORM_KEY;
      // Signed by somebody who has the secret, and yet none of ours.
      if (!isUuid(keyId)) return undefined;
      return keys.get(ALL, keyId, async () => usable(await findKey(pool, keyId)));
    },
    byHash: async (hash) => (hash === platformHash ? PLATFORM_KEY : usable(await findKeyByHash(pool, hash))),
    drop: () => keys.drop(ALL),
  };
};

const toRecord = (row: KeyRow): KeyRecord => ({
  key_id: row.key_id,
  audience: row.audience,
  brand_id: row.brand_id,
  point_ids: row.point_ids,
  permissions: row.permissions,
  name: row.name,
  expires_at: row.expires_at,
  revoked: row.revoked_at !== null,
  requests_per_minute: row.requests_per_minute,
  showcase_ids: row.showcase_ids,
  default_order_type_sub_ids: row.default_order_type_sub_ids,
  auto_confirm: row.auto_confirm,
  operator_confirmation: row.operator_confirmation,
  source_id: row.source_id,
  language: row.language,
  country_code: row.country_code,
  currency: row.currency,
});
