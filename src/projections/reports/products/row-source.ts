import { catalogueDecider } from '../../../domain/menu/catalogue/decide.ts';
import { pointMenuDecider } from '../../../domain/menu/point-menu/decide.ts';
import { stopListDecider } from '../../../domain/stop-list/decide.ts';
import type { EventStore } from '../../../event-store/event-store.ts';
import { catalogueProjection } from '../../menu/projection.ts';
import { stopListProjection } from '../../stop-list/projection.ts';
import type { Snapshot } from '../snapshot.ts';
import type { RowSource } from './rows.ts';
import { rowsNow } from './rows-now.ts';
import { rowsThen } from './rows-then.ts';

const PROJECTIONS = [catalogueProjection, stopListProjection];
const TYPES = PROJECTIONS.flatMap(({ on }) => Object.keys(on));

/** If more events than these came later, they are not read one by one. */
const FEW = 1_000;

export type ReportStore = Pick<EventStore, 'read' | 'readAll'>;
type Moment = Pick<Snapshot, 'db' | 'moment' | 'signal'>;

/**
 * The rows as of the moment of the snapshot. The catalogue's tables keep no versions: where they are of another moment,
 * the rows are made of the log. `isNow`: the moment is the end of what read models show, and a few events at most are
 * later.
 */
export const rowSource = async (
  snapshot: Moment,
  store: ReportStore,
  { brandId, isNow }: { readonly brandId: string; readonly isNow: boolean },
): Promise<RowSource> => {
  const isShown = await shownStreams(snapshot, store, brandId, isNow);
  const [now, then] = [rowsNow(snapshot, brandId), rowsThen(store, snapshot, brandId)];
  return {
    catalogue: () => (isShown(`${catalogueDecider.category}-${brandId}`) ? now : then).catalogue(),
    point: (pointId) => {
      const streams = [pointMenuDecider, stopListDecider].map(({ category }) => `${category}-${pointId}`);
      return (streams.every(isShown) ? now : then).point(pointId);
    },
  };
};

/**
 * Answers whether the tables show a stream as of the moment. While much happens, one read model is always some events
 * ahead of another, but hardly ever by an event of the stream that is asked for.
 */
const shownStreams = async (
  { db, moment, signal }: Moment,
  store: ReportStore,
  brandId: string,
  isNow: boolean,
): Promise<(stream: string) => boolean> => {
  const checkpoints = await db.query<{ projection: string; position: number; version: number }>(
    'select projection, position, version from app.checkpoints where projection = any ($1)',
    [PROJECTIONS.map(({ name }) => name)],
  );
  const stands = PROJECTIONS.map(({ name, version }) => {
    const found = checkpoints.rows.find(({ projection }) => projection === name);
    // Tables of an older version serve until they are built anew, and may lack a column.
    return found?.version === version ? found.position : null;
  });
  if (stands.includes(null)) return () => false;
  if (stands.every((position) => position === moment.position)) return () => true;
  if (!isNow) return () => false;
  const later = await store.readAll(moment.position, FEW, { brandId, types: TYPES }, signal);
  signal.throwIfAborted();
  if (later.length === FEW) return () => false;
  const changed = new Set(later.map(({ stream }) => stream));
  return (stream) => !changed.has(stream);
};
