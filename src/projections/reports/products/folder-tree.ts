import { pathCounter } from '../report-size.ts';
import type { CatalogueFolder } from './rows.ts';

/** A menu folder and where it is. */
export interface PlacedFolder extends CatalogueFolder {
  /** The names from the top down to its own. */
  readonly path: string;
  /** 1 at the top. */
  readonly level: number;
  /** It and all folders above it are active. */
  readonly isOpen: boolean;
}

/**
 * All folders, depth first: each is followed by those inside of it. Neighbours are in the venue's order. Throws
 * report_too_large.
 */
export const placeFolders = (folders: readonly CatalogueFolder[]): PlacedFolder[] => {
  const inside = Map.groupBy(folders.toSorted(byPlace), ({ parent_id }) => parent_id);
  const countPath = pathCounter();
  const placed: PlacedFolder[] = [];
  const waiting: { folder: CatalogueFolder; above: PlacedFolder | null }[] = [];
  const wait = (id: number | null, above: PlacedFolder | null): void => {
    for (const folder of (inside.get(id) ?? []).toReversed()) waiting.push({ folder, above });
  };

  wait(null, null);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { folder, above } = next;
    const path = above ? `${above.path} / ${folder.name}` : folder.name;
    countPath(path);
    const isOpen = folder.is_active && (above?.isOpen ?? true);
    const here = { ...folder, path, level: (above?.level ?? 0) + 1, isOpen };
    placed.push(here);
    wait(folder.menu_folder_id, here);
  }
  return placed;
};

const byPlace = (first: CatalogueFolder, second: CatalogueFolder): number =>
  first.order_number - second.order_number || first.menu_folder_id - second.menu_folder_id;
