import { DEFAULT_TIMEZONE } from '../../../domain/local-time.ts';
import { invalid } from '../../../domain/refusal.ts';
import type { EventStore } from '../../../event-store/event-store.ts';
import { catalogueProjection } from '../../menu/projection.ts';
import { stopListProjection } from '../../stop-list/projection.ts';
import { requireFewRows } from '../report-size.ts';
import type { Snapshot } from '../snapshot.ts';
import { foldersReport, type ReportFolder, type Status } from './folders-report.ts';
import { type ProductFilter, pointAdder, productsReport, type ReportProduct } from './products-report.ts';
import type { ReportPoint, RowSource } from './rows.ts';
import { rowsNow } from './rows-now.ts';
import { rowsThen } from './rows-then.ts';

/** The read models of both reports. */
export const CATALOGUE_READ_MODELS = [catalogueProjection.name, stopListProjection.name, 'names'] as const;

/** Each product has an entry for each point: more of them would be an answer of more than fifty megabytes. */
const MAX_POINT_ENTRIES = 200_000;

type Store = Pick<EventStore, 'read'>;

export interface ProductsRequest extends ProductFilter {
  readonly brand_id: string;
  /** Null: every point of the brand. */
  readonly point_ids: readonly string[] | null;
  /** The instant that price windows go by, ISO 8601. */
  readonly at: string;
}

/** The brand's products as the catalogue had them at the moment, with what each point sells them for. */
export const readProducts = async (
  snapshot: Snapshot,
  store: Store,
  { brand_id, point_ids, at, ...filter }: ProductsRequest,
): Promise<ReportProduct[]> => {
  const source = await sourceOf(snapshot, store, brand_id);
  const catalogue = await source.catalogue();
  const points = await pointsOf(snapshot, brand_id, point_ids);
  const items = productsReport(catalogue, filter, points[0]?.timezone ?? DEFAULT_TIMEZONE);
  requireFewRows(items.length);
  if (items.length * points.length > MAX_POINT_ENTRIES) throw invalid('report_too_large', { max: MAX_POINT_ENTRIES });
  const addPoint = pointAdder(catalogue, items, at);
  for (const point of points) addPoint(point, await source.point(point.point_id));
  return items;
};

/** The brand's menu folders as the catalogue had them at the moment. */
export const readFolders = async (
  snapshot: Snapshot,
  store: Store,
  { brand_id, status }: { readonly brand_id: string; readonly status: Status },
): Promise<ReportFolder[]> => {
  const source = await sourceOf(snapshot, store, brand_id);
  const folders = foldersReport(await source.catalogue(), status);
  requireFewRows(folders.length);
  return folders;
};

/** The catalogue's tables keep no versions: if they are of another moment, the rows are made of the log. */
const sourceOf = async (snapshot: Snapshot, store: Store, brandId: string): Promise<RowSource> => {
  const { rows } = await snapshot.db.query<{ is_current: boolean }>(
    'select bool_and(position = $2) as is_current from app.checkpoints where projection = any ($1)',
    [[catalogueProjection.name, stopListProjection.name], snapshot.moment.position],
  );
  return rows[0]!.is_current ? rowsNow(snapshot, brandId) : rowsThen(store, snapshot, brandId);
};

const pointsOf = async (
  { db, valid }: Snapshot,
  brandId: string,
  pointIds: readonly string[] | null,
): Promise<ReportPoint[]> => {
  const { rows } = await db.query<ReportPoint>(
    `select id as point_id, name as point_name, timezone from read.names as n
     where brand_id = $1 and kind = 'point' and ($2::text[] is null or id = any ($2)) and ${valid('n')}
     order by name, id`,
    [brandId, pointIds],
  );
  return rows;
};
