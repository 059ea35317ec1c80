import type pg from 'pg';
import { type ExternalList, hasUuids } from '../../domain/external-ids/lists.ts';

export interface ExternalId {
  readonly external_id: string;
  readonly id: number | string;
}

interface Page {
  readonly list: ExternalList;
  /** Those after this one, in the order of their bytes. */
  readonly after: string;
  readonly limit: number;
}

const LIST = `
  select external_id, id from read.external_ids
  where brand_id = $1 and list = $2 and external_id collate "C" > $3
  order by external_id collate "C" limit $4`;

/** The external ids of a list of the brand. */
export const externalIds = async (
  pool: pg.Pool,
  brandId: string,
  { list, after, limit }: Page,
): Promise<ExternalId[]> => {
  const { rows } = await pool.query<{ external_id: string; id: string }>(LIST, [brandId, list, after, limit]);
  return rows.map(({ external_id, id }) => ({ external_id, id: hasUuids(list) ? id : Number(id) }));
};
