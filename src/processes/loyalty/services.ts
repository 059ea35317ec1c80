import type pg from 'pg';
import type { LoyaltyEvent } from '../../domain/loyalty/events.ts';

/** The loyalty service of a brand, as the events up to here say. */
export interface KnownService {
  readonly brand_id: string;
  readonly base_url: string;
  readonly secret_id: string;
  readonly is_connected: boolean;
}

/** The service after an event of its connection. */
export const evolveService = (service: KnownService | undefined, event: LoyaltyEvent): KnownService | undefined => {
  if (event.type === 'ServiceConnected') {
    const { brand_id, base_url, secret_id } = event.data;
    return { brand_id, base_url, secret_id, is_connected: true };
  }
  if (service === undefined) return undefined;
  if (event.type === 'SecretRotated') return { ...service, secret_id: event.data.secret_id };
  if (event.type === 'ServiceDisconnected') return { ...service, is_connected: false };
  return service;
};

/** The services of these brands, by brand. */
export const readServices = async (
  tx: pg.PoolClient,
  brandIds: readonly string[],
): Promise<Map<string, KnownService>> => {
  // Events of the platform itself have no brand.
  const ids = brandIds.filter((id) => id !== 'platform');
  const { rows } = await tx.query<KnownService>('select * from app.loyalty_services where brand_id = any($1)', [ids]);
  return new Map(rows.map((row) => [row.brand_id, row]));
};

const WRITE = `
  insert into app.loyalty_services (brand_id, base_url, secret_id, is_connected) values ($1, $2, $3, $4)
  on conflict (brand_id) do update set base_url = excluded.base_url, secret_id = excluded.secret_id,
    is_connected = excluded.is_connected`;

export const writeService = async (tx: pg.PoolClient, service: KnownService): Promise<void> => {
  const { brand_id, base_url, secret_id, is_connected } = service;
  await tx.query(WRITE, [brand_id, base_url, secret_id, is_connected]);
};
