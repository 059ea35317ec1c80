import { catalogueDecider } from '../../../domain/menu/catalogue/decide.ts';
import { pointMenuDecider } from '../../../domain/menu/point-menu/decide.ts';
import { stopListDecider } from '../../../domain/stop-list/decide.ts';
import type { EventStore } from '../../../event-store/event-store.ts';
import { createMemoryTables, type MemoryTables } from '../../engine/memory-tables.ts';
import type { Projection, Row } from '../../engine/projection.ts';
import type { StoredPrice } from '../../menu/point-menu.ts';
import { catalogueProjection } from '../../menu/projection.ts';
import { stopListProjection } from '../../stop-list/projection.ts';
import type { Snapshot } from '../snapshot.ts';
import type { CatalogueCategory, CatalogueFolder, CatalogueProduct, PointRows, RowSource } from './rows.ts';

const PAGE = 1_000;

/** The rows that the read models had at the moment of the snapshot: their own handlers make them of the log. */
export const rowsThen = (
  store: Pick<EventStore, 'read'>,
  { moment, signal }: Pick<Snapshot, 'moment' | 'signal'>,
  brandId: string,
): RowSource => {
  const tablesOf = async (projection: Projection, stream: string): Promise<MemoryTables> => {
    const tables = createMemoryTables(projection);
    for (let revision = 0; ; ) {
      signal.throwIfAborted();
      const events = await store.read(stream, revision, PAGE);
      tables.apply(events.filter(({ position }) => position <= moment.position));
      const last = events.at(-1);
      if (last === undefined || events.length < PAGE || last.position > moment.position) return tables;
      revision = last.revision + 1;
    }
  };

  return {
    catalogue: async () => {
      const tables = await tablesOf(catalogueProjection, `${catalogueDecider.category}-${brandId}`);
      return {
        products: rowsOf<CatalogueProduct>(tables, 'products'),
        folders: rowsOf<CatalogueFolder>(tables, 'menu_folders').filter(isInUse),
        categories: rowsOf<CatalogueCategory>(tables, 'categories').filter(isInUse),
      };
    },
    point: async (pointId) => {
      const menu = await tablesOf(catalogueProjection, `${pointMenuDecider.category}-${pointId}`);
      const stopList = await tablesOf(stopListProjection, `${stopListDecider.category}-${pointId}`);
      const rows: PointRows = {
        prices: rowsOf<SetPrice>(menu, 'product_prices').toSorted(oldestFirst),
        costs: rowsOf(menu, 'product_costs'),
        withdrawn: rowsOf(menu, 'withdrawn_products'),
        closed_sections: rowsOf(menu, 'closed_sections'),
        stop_list: rowsOf(stopList, 'stop_list'),
      };
      return rows;
    },
  };
};

const isInUse = (row: object): boolean => !(row as { readonly is_retired?: boolean | null }).is_retired;

type SetPrice = StoredPrice & { readonly set_position: number; readonly set_place: number };

const oldestFirst = (first: SetPrice, second: SetPrice): number =>
  first.set_position - second.set_position || first.set_place - second.set_place;

/** The handlers write whole rows, with the columns of the tables. */
const rowsOf = <Kept>(tables: MemoryTables, table: string): Kept[] => tables.rows(table) as readonly Row[] as Kept[];
