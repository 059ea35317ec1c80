import { createHash, type Hash } from 'node:crypto';
import { eachInTurns } from '../../concurrency/turns.ts';
import type { MenuItem, MenuModifierGroup } from './menu-item.ts';

/** A menu as it is served. */
export interface RenderedMenu {
  readonly bytes: Buffer;
  readonly etag: string;
}

/**
 * A menu serialised as if nothing were limited, with the places noted that depend on the stop-list. On a busy evening
 * the stop-list changes many times a second: then a few bytes are replaced, instead of serialising two thousand
 * products.
 */
export interface MenuSheet extends RenderedMenu {
  readonly places: readonly Place[];
}

interface Place {
  readonly product_id: number;
  readonly is_on_sale: boolean;
  /** Groups in which a guest has to choose. */
  readonly required: readonly RequiredGroup[];
  /** The text at such a place, and its offset in bytes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface RequiredGroup {
  readonly least: number;
  readonly items: MenuModifierGroup['items'];
}

type Units = ReadonlyMap<number, number>;

const UNLIMITED: Units = new Map();

/** So many bytes are hashed and kept at once. */
const PIECE = 65_536;

/**
 * `head`: the menu without its products. `isOnSale`: false for a product that is shown, but cannot be ordered here. Gives
 * others their turns: a menu of fifty thousand products takes a tenth of a second.
 */
export const toSheet = async (
  head: object,
  items: readonly MenuItem[],
  isOnSale: (productId: number) => boolean = () => true,
): Promise<MenuSheet> => {
  const pieces: Buffer[] = [];
  const places: Place[] = [];
  const content = createHash('sha256');
  let text = '';
  let length = 0;
  const add = (more: string): void => {
    text += more;
    length += Buffer.byteLength(more);
  };
  const endPiece = (): void => {
    const piece = Buffer.from(text);
    content.update(piece);
    pieces.push(piece);
    text = '';
  };

  add(`${openObject(head)}"products":[`);
  let isFirst = true;
  await eachInTurns(items, ({ modifier_groups, ...fields }) => {
    const { product_id } = fields;
    const place = { product_id, is_on_sale: isOnSale(product_id), required: requiredGroups(modifier_groups) };
    const open = availability(place, UNLIMITED);
    add(`${isFirst ? '' : ','}${openObject(fields)}`);
    isFirst = false;
    places.push({ ...place, text: open, start: length, end: length + open.length });
    add(`${open},"modifier_groups":${JSON.stringify(modifier_groups)}}`);
    if (text.length > PIECE) endPiece();
  });
  add(']}');
  endPiece();
  return { bytes: Buffer.concat(pieces), etag: tagOf(content), places };
};

/** The menu with the units that are left. */
export const withUnits = (sheet: MenuSheet, units: Units): RenderedMenu => {
  if (units.size === 0) return sheet;
  const parts: Buffer[] = [];
  const changes: string[] = [];
  let copied = 0;
  for (const place of sheet.places) {
    if (place.required.length === 0 && !units.has(place.product_id)) continue;
    const text = availability(place, units);
    if (text === place.text) continue;
    parts.push(sheet.bytes.subarray(copied, place.start), Buffer.from(text));
    changes.push(`${place.product_id} ${text}`);
    copied = place.end;
  }
  if (changes.length === 0) return sheet;
  parts.push(sheet.bytes.subarray(copied));
  return { bytes: Buffer.concat(parts), etag: tagOf(createHash('sha256').update([sheet.etag, ...changes].join('\n'))) };
};

/** The object's JSON, left open for more fields. */
const openObject = (fields: object): string => `${JSON.stringify(fields).slice(0, -1)},`;

const availability = (
  { product_id, is_on_sale, required }: Pick<Place, 'product_id' | 'is_on_sale' | 'required'>,
  units: Units,
): string => {
  const left = units.get(product_id) ?? null;
  const is_available = is_on_sale && left !== 0 && required.every((group) => canChoose(group, units));
  return `"is_available":${is_available},"available_quantity":${left}`;
};

const requiredGroups = (groups: readonly MenuModifierGroup[]): RequiredGroup[] =>
  groups.flatMap(({ min, required, items }) => {
    const least = required ? Math.max(1, min) : min;
    return least > 0 ? [{ least, items }] : [];
  });

/** Whether enough is left to choose from for one unit of the product: otherwise every order of it is refused. */
const canChoose = ({ least, items }: RequiredGroup, units: Units): boolean => {
  let choosable = 0;
  for (const { product_id, min_amount, max_amount } of items) {
    const left = units.get(product_id) ?? Number.POSITIVE_INFINITY;
    if (left >= min_amount) choosable += Math.min(left, max_amount || Number.POSITIVE_INFINITY);
    if (choosable >= least) return true;
  }
  return false;
};

const tagOf = (content: Hash): string => content.digest('base64url').slice(0, 22);
