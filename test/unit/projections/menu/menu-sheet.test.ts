import { describe, expect, it } from 'vitest';
import type { MenuItem, MenuModifierGroup } from '../../../../src/projections/menu/menu-item.ts';
import { toSheet, withUnits } from '../../../../src/projections/menu/menu-sheet.ts';
import { UNSAID } from '../../../support/products.ts';

const item = (
  product_id: number,
  modifier_groups: MenuModifierGroup[] = [],
  name = `Product ${product_id}`,
): MenuItem => ({
  ...UNSAID,
  product_id,
  category_id: 1,
  name,
  price: 100,
  modifier_groups,
});

const group = (
  fields: Partial<MenuModifierGroup>,
  ...items: [id: number, min: number, max: number][]
): MenuModifierGroup => ({
  id: 9,
  name: 'Group',
  min: 0,
  max: 0,
  required: false,
  ...fields,
  items: items.map(([product_id, min_amount, max_amount]) => ({
    product_id,
    name: `Modifier ${product_id}`,
    price: 5,
    min_amount,
    max_amount,
  })),
});

const head = { id: 7, name: 'Menu', categories: [{ id: 1, name: 'Food', order_number: 1, image: null }] };
const units = (...left: [number, number][]) => new Map(left);
const parse = (menu: { bytes: Buffer }) => JSON.parse(menu.bytes.toString());
const shown = async (items: MenuItem[], left: ReadonlyMap<number, number>, isOnSale?: (id: number) => boolean) =>
  parse(withUnits(await toSheet(head, items, isOnSale), left)).products.map(
    (product: { is_available: boolean; available_quantity: number | null }) => [
      product.is_available,
      product.available_quantity,
    ],
  );

describe('a menu on paper', () => {
  it('a menu on paper is the menu, with everything available and nothing limited', async () => {
    const items = [item(1), item(2, [group({}, [5, 0, 1])])];
    const open = { is_available: true, available_quantity: null };
    expect(parse(await toSheet(head, items))).toEqual({ ...head, products: items.map((it) => ({ ...it, ...open })) });
    expect(parse(await toSheet({ categories: [] }, []))).toEqual({ categories: [], products: [] });
  });

  it('a menu on paper says what the stop-list says: none left, some left, less than one, no restriction', async () => {
    expect(await shown([item(1), item(2), item(3), item(4)], units([1, 0], [2, 2.5], [3, 0.3], [404, 1]))).toEqual([
      [false, 0],
      [true, 2.5],
      [true, 0.3],
      [true, null],
    ]);
  });

  it('a menu on paper changes nothing else, whatever alphabet stands before it', async () => {
    const names = ['Плов "по-самаркандски"', 'O‘sh 🍚', '"is_available":true,"available_quantity":null'];
    const items = names.map((name, index) => item(index + 1, [group({}, [9, 0, 1])], name));
    const sheet = await toSheet(head, items);
    const left = units([1, 3], [2, 0], [3, 100]);
    const expected = parse(sheet);
    for (const product of expected.products) {
      product.available_quantity = left.get(product.product_id);
      product.is_available = product.available_quantity > 0;
    }
    expect(parse(withUnits(sheet, left))).toEqual(expected);
  });

  it('a menu on paper has what is not on sale, as not available', async () => {
    expect(await shown([item(1), item(2)], units([1, 4]), (id) => id === 2)).toEqual([
      [false, 4],
      [true, null],
    ]);
  });
});

describe('a product that needs a choice', () => {
  const required = group({ required: true }, [5, 0, 0], [6, 0, 0]);

  it('a product that needs a choice is available as long as something is left to choose', async () => {
    expect(await shown([item(1, [required])], units([5, 0]))).toEqual([[true, null]]);
    expect(await shown([item(1, [required])], units([5, 0], [6, 0]))).toEqual([[false, null]]);
    expect(await shown([item(1, [group({}, [5, 0, 0])])], units([5, 0]))).toEqual([[true, null]]);
  });

  it('a product that needs a choice is not available when less is left than it takes, of all together or of each', async () => {
    const two = group({ min: 2 }, [5, 0, 1], [6, 0, 0]);
    expect(await shown([item(1, [two])], units([6, 1]))).toEqual([[true, null]]);
    expect(await shown([item(1, [two])], units([6, 0]))).toEqual([[false, null]]);
    const pairs = group({ required: true }, [5, 2, 0]);
    expect(await shown([item(1, [pairs])], units([5, 1]))).toEqual([[false, null]]);
    expect(await shown([item(1, [pairs])], units([5, 2]))).toEqual([[true, null]]);
  });
});

describe('the tag of a menu', async () => {
  const sheet = await toSheet(head, [item(1), item(2)]);

  it('the ETag of a menu is that of the sheet, and its bytes are, where nothing shown is limited', async () => {
    expect(withUnits(sheet, units())).toBe(sheet);
    expect(withUnits(sheet, units([404, 0]))).toBe(sheet);
  });

  it('the ETag of a menu differs whenever the bytes do, and comes back with them', async () => {
    const lefts = [units(), units([1, 0]), units([2, 0]), units([1, 1]), units([1, 0], [2, 0])];
    const tags = lefts.map((left) => withUnits(sheet, left).etag);
    expect(new Set(tags).size).toBe(lefts.length);
    const again = await toSheet(head, [item(1), item(2)]);
    expect(lefts.map((left) => withUnits(again, left).etag)).toEqual(tags);
    expect((await toSheet(head, [item(1)])).etag).not.toBe(sheet.etag);
    expect(withUnits(await toSheet(head, [item(1), item(3)]), units([1, 0])).etag).not.toBe(tags[1]);
  });
});
