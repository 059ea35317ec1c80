import type pg from 'pg';
import type { ClientAddress } from '../../domain/clients/state.ts';
import { foldText } from '../../domain/fold-text.ts';

export interface ClientRow {
  readonly client_id: number;
  /** YYYY-MM-DD, on the brand's clock. */
  readonly registered_on: string;
  readonly phone: string | null;
  readonly name: string | null;
  readonly points: number;
  readonly service_points: number | null;
}

export interface ClientFilter {
  readonly brandId: string;
  /** A part of the phone or of the name; null: everybody. */
  readonly search: string | null;
  /** Clients with smaller ids; null: from the newest one on. */
  readonly before: number | null;
  readonly limit: number;
}

const COLUMNS = 'client_id, registered_on, phone, name, points, service_points';

/** Fewer digits are no part of a phone: names have numbers, too. */
const PART_OF_PHONE = /^\+?[\d\s().-]+$/;
const FEWEST_DIGITS = 3;

/** What a search compares. Characters that mean something to LIKE stand for themselves. */
const wanted = (search: string | null): { readonly phone: string | null; readonly name: string | null } => {
  const text = search?.trim() ?? '';
  if (text === '') return { phone: null, name: null };
  const digits = text.replace(/\D/g, '');
  if (PART_OF_PHONE.test(text) && digits.length >= FEWEST_DIGITS) return { phone: `%${digits}%`, name: null };
  return { phone: null, name: `%${foldText(text).replace(/[\\%_]/g, '\\$&')}%` };
};

/**
 * Clients of a brand, the newest first. One more than `limit` means that there are more. Who they are is found in the index alone: of
 * a hundred thousand guests that takes some ten milliseconds.
 */
export const listClients = async (
  pool: pg.Pool,
  { brandId, search, before, limit }: ClientFilter,
): Promise<ClientRow[]> => {
  const { phone, name } = wanted(search);
  const { rows } = await pool.query<ClientRow>(
    `select ${COLUMNS} from (
       select client_id from read.clients
       where brand_id = $1 and ($2::bigint is null or client_id < $2)
         and ($3::text is null or phone like $3) and ($4::text is null or folded_name like $4)
       order by client_id desc limit $5) as found
     join read.clients using (client_id) order by client_id desc`,
    [brandId, before, phone, name, limit + 1],
  );
  return rows;
};

export interface ClientWithAddresses extends ClientRow {
  readonly addresses: readonly Omit<ClientAddress, 'is_hidden'>[];
}

/** Undefined: the brand has no such client, or the person was erased. */
export const findClientRow = async (
  pool: pg.Pool,
  brandId: string,
  clientId: number,
): Promise<ClientWithAddresses | undefined> => {
  const { rows } = await pool.query<ClientRow>(
    `select ${COLUMNS} from read.clients where brand_id = $1 and client_id = $2`,
    [brandId, clientId],
  );
  const [client] = rows;
  if (!client) return undefined;
  const found = await pool.query<{ address_id: number; personal: Omit<ClientAddress, 'id' | 'is_hidden'> }>(
    `select address_id, personal from read.client_addresses where client_id = $1 and personal is not null
     order by address_id`,
    [clientId],
  );
  return { ...client, addresses: found.rows.map(({ address_id: id, personal }) => ({ id, ...personal })) };
};
