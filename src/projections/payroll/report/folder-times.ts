import { eachInTurns } from '../../../concurrency/turns.ts';
import { withNestedFolders } from '../../reports/nested-folders.ts';

/** That a product, or a menu folder, was put into a folder; null: into none. */
export interface Placing {
  readonly id: number;
  readonly parent_id: number | null;
  /** Milliseconds. */
  readonly since: number;
}

/** Where the menu folders and the products of the brand were, each list in the order of the log. */
export interface Folders {
  readonly folders: readonly Placing[];
  readonly products: readonly Placing[];
}

/** A product was in the folders from an instant on until before another one; milliseconds. */
export interface Stay {
  readonly product_id: number;
  readonly from: number;
  readonly until: number;
}

interface Stretch {
  readonly from: number;
  readonly parent_id: number | null;
}

/**
 * When which products were in these folders, or inside of one of them, by the number of the product. `among`: no others
 * matter; null: all do. Where something was first is where it was at all times before: it was sold before the log knew it.
 */
export const staysIn = async (
  { folders, products }: Folders,
  folderIds: readonly number[],
  among: ReadonlySet<number> | null,
): Promise<Stay[]> => {
  const epochs = epochsOf(folders, folderIds);
  const stays: Stay[] = [];
  const placings = Map.groupBy(among ? products.filter(({ id }) => among.has(id)) : products, ({ id }) => id);
  await eachInTurns(placings, ([product_id, placed]) => {
    const course = courseOf(placed);
    let since: number | null = null;
    for (const from of instantsOf([...course, ...epochs])) {
      const { parent_id } = holdingAt(course, from);
      const isInside = parent_id !== null && holdingAt(epochs, from).inside.has(parent_id);
      if (isInside) since ??= from;
      else if (since !== null) {
        stays.push({ product_id, from: since, until: from });
        since = null;
      }
    }
    if (since !== null) stays.push({ product_id, from: since, until: Number.POSITIVE_INFINITY });
  });
  return stays.sort((one, other) => one.product_id - other.product_id || one.from - other.from);
};

/** Where one of them was: at each instant, what the log said last of those changes that had happened by then. */
const courseOf = (placings: readonly Placing[]): Stretch[] => {
  const dated = placings.map(({ parent_id, since }, order) => ({
    parent_id,
    order,
    from: order === 0 ? Number.NEGATIVE_INFINITY : since,
  }));
  let last = -1;
  const course: Stretch[] = [];
  for (const { from, order, parent_id } of dated.sort(
    (one, other) => one.from - other.from || one.order - other.order,
  )) {
    if (order < last) continue;
    last = order;
    if (course.at(-1)?.parent_id !== parent_id) course.push({ from, parent_id });
  }
  return course;
};

interface Epoch {
  readonly from: number;
  /** The folders, and all that were inside of them then. */
  readonly inside: ReadonlySet<number>;
}

const epochsOf = (folders: readonly Placing[], folderIds: readonly number[]): Epoch[] => {
  const courses = [...Map.groupBy(folders, ({ id }) => id)].map(([id, placed]) => ({ id, course: courseOf(placed) }));
  const epochs: Epoch[] = [];
  for (const from of instantsOf([{ from: Number.NEGATIVE_INFINITY }, ...courses.flatMap(({ course }) => course)])) {
    const tree = courses.map(({ id, course }) => ({ id, parent_id: holdingAt(course, from).parent_id }));
    const inside = withNestedFolders(tree, folderIds);
    const before = epochs.at(-1)?.inside;
    if (before?.size !== inside.size || inside.difference(before).size > 0) epochs.push({ from, inside });
  }
  return epochs;
};

/** Ascending, each once. */
const instantsOf = (dated: readonly { readonly from: number }[]): number[] =>
  [...new Set(dated.map(({ from }) => from))].sort((one, other) => (one < other ? -1 : 1));

/** The first one holds from the beginning of time. */
const holdingAt = <Dated extends { readonly from: number }>(all: readonly Dated[], instant: number): Dated =>
  all.findLast(({ from }) => from <= instant)!;
