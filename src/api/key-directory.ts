import type pg from 'pg';
import { validate as isUuid } from 'uuid';
import { findIssuedKey } from '../commands/keys/issued-keys.ts';
import type { KeyLease } from '../commands/keys/key-lease.ts';
import type { CommandHandler } from '../commands/loop/handle.ts';
import { accessKeyDecider } from '../domain/keys/decide.ts';
import type { AccessKey } from '../domain/keys/state.ts';
import { brandDecider } from '../domain/references/decide.ts';
import { findKeyId } from '../projections/keys/queries.ts';
import { createBrandCache } from '../projections/reading/brand-cache.ts';
import { hashApiKey } from './http/api-keys.ts';
import { type KeyDirectory, type KeyRecord, NO_TERMS } from './http/key-record.ts';

/** The platform's key comes from the environment; it belongs to no brand. */
export const PLATFORM_KEY: KeyRecord = {
  key_id: 'platform',
  audience: 'platform',
  brand_id: null,
  point_ids: null,
  permissions: [],
  name: 'platform',
  ...NO_TERMS,
  language: 'en',
  country_code: 'UZ',
  currency: 'UZS',
};

export interface KeyDirectoryOptions {
  readonly pool: pg.Pool;
  readonly handler: Pick<CommandHandler, 'load'>;
  readonly lease: Pick<KeyLease, 'isHeld' | 'take' | 'onChange'>;
  /** Throws Unavailable while the log has lost events: they may include a key's revocation, or the key itself. */
  readonly assertWhole: () => void;
  readonly platformApiKey: string;
  readonly refusedApiKeys: readonly string[];
}

/**
 * A process may crash after it has recorded a change and before it has told the others. The command was not answered
 * then, so the change may take a while to count, but not for ever.
 */
const KEPT_MS = 30_000;

/**
 * Access keys from their own streams, so that a change counts whatever read models do. Every request asks for its key:
 * keys are kept in memory, and used from there while the lease is held.
 */
export const createKeyDirectory = (options: KeyDirectoryOptions): KeyDirectory => {
  const { pool, handler, lease, assertWhole, platformApiKey, refusedApiKeys } = options;
  const keys = createBrandCache<KeyRecord>({ max: 10_000, keptMs: KEPT_MS });
  const platformHash = hashApiKey(platformApiKey);
  const platform: KeyRecord = { ...PLATFORM_KEY, token_binding: platformHash };
  const refused = new Set(refusedApiKeys.map(hashApiKey));
  lease.onChange(keys.drop);

  const load = async (keyId: string): Promise<KeyRecord | undefined> => {
    const { state: key } = await handler.load(accessKeyDecider, keyId);
    assertWhole();
    // Such a key can neither be exchanged for a token nor used by a token that was issued before.
    if (key === null || refused.has(key.key_hash)) return undefined;
    const { state: brand } = await handler.load(brandDecider, key.brand_id);
    return brand ? toRecord(key, brand) : undefined;
  };

  const byId: KeyDirectory['byId'] = (keyId) => {
    if (keyId === platform.key_id) return platform;
    const kept = lease.isHeld() ? keys.peek(keyId, '') : undefined;
    return kept ?? find(keyId);
  };

  const find = async (keyId: string): Promise<KeyRecord | undefined> => {
    // Somebody who has the secret signed it, but the key is not ours.
    if (!isUuid(keyId)) return undefined;
    await lease.take();
    return keys.get(keyId, '', () => load(keyId));
  };

  /** The read models may not show it yet. */
  const findNewKey = async (hash: string): Promise<string | undefined> => {
    const keyId = await findIssuedKey(pool, hash);
    if (keyId === undefined) return undefined;
    const { state: key } = await handler.load(accessKeyDecider, keyId);
    return key?.key_hash === hash ? keyId : undefined;
  };

  return {
    byId,
    byHash: async (hash) => {
      if (hash === platformHash) return platform;
      const keyId = (await findKeyId(pool, hash)) ?? (await findNewKey(hash));
      return keyId === undefined ? undefined : byId(keyId);
    },
  };
};

type BrandTerms = Pick<KeyRecord, 'language' | 'country_code' | 'currency'>;

const toRecord = (key: AccessKey, { language, country_code, currency }: BrandTerms): KeyRecord => ({
  key_id: key.key_id,
  audience: key.audience,
  brand_id: key.brand_id,
  point_ids: key.point_ids,
  permissions: key.permissions,
  name: key.name,
  expires_at: key.expires_at,
  revoked: key.revoked_at !== null,
  token_binding: null,
  requests_per_minute: key.requests_per_minute,
  showcase_ids: key.showcase_ids,
  default_order_type_sub_ids: key.default_order_type_sub_ids,
  auto_confirm: key.auto_confirm,
  operator_confirmation: key.operator_confirmation,
  source_id: key.source_id,
  language,
  country_code,
  currency,
});
