import PQueue from 'p-queue';
import { DEFAULT_TIMEZONE } from '../../../domain/local-time.ts';
import { catalogueProjection } from '../../menu/projection.ts';
import { stopListProjection } from '../../stop-list/projection.ts';
import { requireFewEntries, requireFewRows } from '../report-size.ts';
import type { Snapshot } from '../snapshot.ts';
import { foldersReport, type ReportFolder, type Status } from './folders-report.ts';
import { type ProductFilter, pointAdder, productsReport, type ReportProduct } from './products-report.ts';
import { type ReportStore, rowSource } from './row-source.ts';
import type { ReportPoint } from './rows.ts';

/** The read models of both reports. */
export const CATALOGUE_READ_MODELS = [catalogueProjection.name, stopListProjection.name, 'names'] as const;

/** Streams of the log that are read at once. */
const POINTS_AT_ONCE = 4;

interface OfBrand {
  readonly brand_id: string;
  /** No moment was asked for. */
  readonly isNow: boolean;
}

export interface ProductsRequest extends ProductFilter, OfBrand {
  /** Null: every point of the brand. */
  readonly point_ids: readonly string[] | null;
  /** The instant that price windows go by, ISO 8601. */
  readonly at: string;
}

/** The brand's products as the catalogue had them at the moment, with what each point sells them for. */
export const readProducts = async (
  snapshot: Snapshot,
  store: ReportStore,
  { brand_id, isNow, point_ids, at, ...filter }: ProductsRequest,
): Promise<ReportProduct[]> => {
  const source = await rowSource(snapshot, store, { brandId: brand_id, isNow });
  const catalogue = await source.catalogue();
  const points = await pointsOf(snapshot, brand_id, point_ids);
  const items = await productsReport(catalogue, filter, points[0]?.timezone ?? DEFAULT_TIMEZONE);
  requireFewRows(items.length);
  requireFewEntries(items.length, points.length);
  const addPoint = await pointAdder(catalogue, items, at);
  const queue = new PQueue({ concurrency: POINTS_AT_ONCE });
  const rows = await Promise.all(points.map(({ point_id }) => queue.add(() => source.point(point_id))));
  for (const [index, point] of points.entries()) await addPoint(point, rows[index]!);
  return items;
};

/** The brand's menu folders as the catalogue had them at the moment. */
export const readFolders = async (
  snapshot: Snapshot,
  store: ReportStore,
  { brand_id, isNow, status }: OfBrand & { readonly status: Status },
): Promise<ReportFolder[]> => {
  const source = await rowSource(snapshot, store, { brandId: brand_id, isNow });
  const folders = foldersReport(await source.catalogue(), status);
  requireFewRows(folders.length);
  return folders;
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
