import { type PlacedFolder, placeFolders } from './folder-tree.ts';
import type { CatalogueRows } from './rows.ts';

export const STATUSES = ['active', 'inactive', 'all'] as const;
export type Status = (typeof STATUSES)[number];

export const hasStatus = (isActive: boolean, status: Status): boolean =>
  status === 'all' || isActive === (status === 'active');

export interface ReportFolder {
  readonly id: number;
  readonly name: string;
  readonly parent_id: number | null;
  readonly path: string;
  readonly level: number;
  readonly order_number: number;
  readonly is_active: boolean;
  /** Active products in the folder itself; with those of all folders inside of it. */
  readonly products_count: number;
  readonly products_count_nested: number;
}

/** The menu folders, depth first (docs/reports.md#menu-folders). */
export const foldersReport = ({ folders, products }: CatalogueRows, status: Status): ReportFolder[] => {
  const counts = new Map<number | null, number>();
  for (const { menu_folder_id: id, is_active } of products) if (is_active) counts.set(id, (counts.get(id) ?? 0) + 1);
  const placed = placeFolders(folders);
  const nested = nestedCounts(placed, counts);
  return placed
    .filter(({ isOpen }) => hasStatus(isOpen, status))
    .map(({ menu_folder_id: id, name, parent_id, path, level, order_number, isOpen }) => ({
      id,
      name,
      parent_id,
      path,
      level,
      order_number,
      is_active: isOpen,
      products_count: counts.get(id) ?? 0,
      products_count_nested: nested.get(id) ?? 0,
    }));
};

/** From the last folder to the first: what is inside of a folder comes after it, so it is counted before it. */
const nestedCounts = (
  placed: readonly PlacedFolder[],
  counts: ReadonlyMap<number | null, number>,
): ReadonlyMap<number | null, number> => {
  const nested = new Map(counts);
  for (const { menu_folder_id: id, parent_id } of placed.toReversed()) {
    if (parent_id !== null) nested.set(parent_id, (nested.get(parent_id) ?? 0) + (nested.get(id) ?? 0));
  }
  return nested;
};
