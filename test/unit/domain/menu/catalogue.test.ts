import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../../src/domain/collections/by-id.ts';
import { fold } from '../../../../src/domain/decider.ts';
import { catalogueDecider } from '../../../../src/domain/menu/catalogue/decide.ts';
import {
  type CatalogueEvent,
  type Category,
  catalogueEvents,
  type MenuFolder,
  type Product,
  type ProductModifierGroup,
} from '../../../../src/domain/menu/catalogue/events.ts';
import { specOf } from '../../../support/given-when-then.ts';
import { plainProduct } from '../../../support/products.ts';

const { given } = specOf(catalogueDecider, catalogueEvents);

const brand_id = '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0001';

const category = (category_id: number, fields: Partial<Category> = {}): Category => ({
  brand_id,
  category_id,
  parent_id: null,
  name: 'Hot dishes',
  order_number: 0,
  image: null,
  ...fields,
});
const folder = (menu_folder_id: number, fields: Partial<MenuFolder> = {}): MenuFolder => ({
  brand_id,
  menu_folder_id,
  parent_id: null,
  name: 'Kitchen',
  order_number: 0,
  is_active: true,
  ...fields,
});
const item = (product_id: number, min_amount = 0, max_amount = 0) => ({ product_id, min_amount, max_amount });
const group = (id: number, fields: Partial<ProductModifierGroup> = {}): ProductModifierGroup => ({
  id,
  name: 'Sauce',
  min: 0,
  max: 0,
  required: false,
  items: [],
  ...fields,
});

const categoryDefined = (data: Category): CatalogueEvent => ({ type: 'CategoryDefined', data });
const folderDefined = (data: MenuFolder): CatalogueEvent => ({ type: 'MenuFolderDefined', data });
const productDefined = (data: Product): CatalogueEvent => ({ type: 'ProductDefined', data });

const defineCategory = (it: Category, replaces = false) =>
  ({ type: 'DefineCategory', category: it, replaces }) as const;
const defineFolder = (it: MenuFolder, replaces = false) =>
  ({ type: 'DefineMenuFolder', folder: it, replaces }) as const;
const defineProduct = (it: Product, replaces = false, new_group_ids: number[] = []) =>
  ({ type: 'DefineProduct', product: it, replaces, new_group_ids }) as const;

describe('DefineCategory', () => {
  it('DefineCategory creates a category, at the top or below another', () => {
    given()
      .when(defineCategory(category(1)))
      .then(categoryDefined(category(1)));
    given(categoryDefined(category(1)))
      .when(defineCategory(category(2, { parent_id: 1 })))
      .then(categoryDefined(category(2, { parent_id: 1 })));
  });

  it('DefineCategory replaces it whole', () => {
    const after = category(1, { name: 'Soups', order_number: 3, image: 'https://cdn.example/soups.png' });
    given(categoryDefined(category(1)))
      .when(defineCategory(after, true))
      .then(categoryDefined(after));
  });

  it('DefineCategory changes nothing when nothing differs', () =>
    given(categoryDefined(category(1)))
      .when(defineCategory(category(1), true))
      .thenNothing());

  it('DefineCategory is refused for an id that is not there', () =>
    given(categoryDefined(category(1)))
      .when(defineCategory(category(2), true))
      .thenRefused('not_found', 'category_not_found', { category_id: 2 }));

  it('DefineCategory is refused below a category that is not there', () =>
    given()
      .when(defineCategory(category(1, { parent_id: 9 })))
      .thenRefused('invalid', 'category_not_found', { field: 'parent_id', category_id: 9 }));

  it('DefineCategory is refused below itself, at any depth', () => {
    const history = [
      categoryDefined(category(1)),
      categoryDefined(category(2, { parent_id: 1 })),
      categoryDefined(category(3, { parent_id: 2 })),
    ];
    for (const parent_id of [1, 2, 3]) {
      given(...history)
        .when(defineCategory(category(1, { parent_id }), true))
        .thenRefused('invalid', 'category_cycle', { field: 'parent_id' });
    }
    given(...history)
      .when(defineCategory(category(3, { parent_id: 1 }), true))
      .then(categoryDefined(category(3, { parent_id: 1 })));
  });
});

describe('DefineMenuFolder', () => {
  it('DefineMenuFolder creates and replaces a folder', () => {
    given()
      .when(defineFolder(folder(1)))
      .then(folderDefined(folder(1)));
    given(folderDefined(folder(1)))
      .when(defineFolder(folder(1, { is_active: false }), true))
      .then(folderDefined(folder(1, { is_active: false })));
  });

  it('DefineMenuFolder changes nothing when nothing differs', () =>
    given(folderDefined(folder(1)))
      .when(defineFolder(folder(1), true))
      .thenNothing());

  it('DefineMenuFolder is refused for an id or a parent that is not there: a category is not a folder', () => {
    const history = categoryDefined(category(2));
    given(history)
      .when(defineFolder(folder(2), true))
      .thenRefused('not_found', 'menu_folder_not_found', { menu_folder_id: 2 });
    given(history)
      .when(defineFolder(folder(1, { parent_id: 2 })))
      .thenRefused('invalid', 'menu_folder_not_found', { field: 'parent_id', menu_folder_id: 2 });
  });

  it('DefineMenuFolder is refused below itself', () =>
    given(folderDefined(folder(1)), folderDefined(folder(2, { parent_id: 1 })))
      .when(defineFolder(folder(1, { parent_id: 2 }), true))
      .thenRefused('invalid', 'menu_folder_cycle', { field: 'parent_id' }));
});

describe('DefineProduct', () => {
  it('DefineProduct creates a product in its category and folder', () => {
    const plov = plainProduct(10, { category_id: 1, menu_folder_id: 2 });
    given(categoryDefined(category(1)), folderDefined(folder(2)))
      .when(defineProduct(plov))
      .then(productDefined(plov));
  });

  it('DefineProduct replaces it whole', () => {
    const after = plainProduct(10, { name: 'Festive plov', base_price: 0, weight: 0.35, is_active: false });
    given(productDefined(plainProduct(10, { description: 'Rice' })))
      .when(defineProduct(after, true))
      .then(productDefined(after));
  });

  it('DefineProduct changes nothing when nothing differs, modifiers included', () => {
    const plov = plainProduct(10, { modifier_groups: [group(5, { items: [item(20)] })] });
    given(productDefined(plainProduct(20)), productDefined(plov))
      .when(defineProduct(plov, true))
      .thenNothing();
  });

  it('DefineProduct is refused for an id that is not there', () =>
    given(categoryDefined(category(10)))
      .when(defineProduct(plainProduct(10), true))
      .thenRefused('not_found', 'product_not_found', { product_id: 10 }));

  it('DefineProduct is refused in a category or a folder that is not there', () => {
    given()
      .when(defineProduct(plainProduct(10, { category_id: 1 })))
      .thenRefused('invalid', 'category_not_found', { field: 'category_id', category_id: 1 });
    given()
      .when(defineProduct(plainProduct(10, { menu_folder_id: 2 })))
      .thenRefused('invalid', 'menu_folder_not_found', { field: 'menu_folder_id', menu_folder_id: 2 });
  });

  it('DefineProduct may be a size of another, but not of itself', () => {
    const large = plainProduct(11, { size_parent_id: 10 });
    given(productDefined(plainProduct(10)))
      .when(defineProduct(large))
      .then(productDefined(large));
    given()
      .when(defineProduct(large))
      .thenRefused('invalid', 'product_not_found', { field: 'size_parent_id', product_id: 10 });
    given(productDefined(plainProduct(10)), productDefined(large))
      .when(defineProduct(plainProduct(10, { size_parent_id: 11 }), true))
      .thenRefused('invalid', 'product_size_cycle', { field: 'size_parent_id' });
    given(productDefined(plainProduct(10)))
      .when(defineProduct(plainProduct(10, { size_parent_id: 10 }), true))
      .thenRefused('invalid', 'product_size_cycle', { field: 'size_parent_id' });
  });
});

describe('the modifiers of a product', () => {
  const sauces = [
    productDefined(plainProduct(20, { type: 'modifier' })),
    productDefined(plainProduct(21, { type: 'modifier' })),
  ];
  const plov = (...modifier_groups: ProductModifierGroup[]) => plainProduct(10, { modifier_groups });

  it('the modifiers of a product come in groups that got their ids with the command', () => {
    const defined = plov(group(5, { min: 1, max: 2, required: true, items: [item(20), item(21, 1, 3)] }));
    given(...sauces)
      .when(defineProduct(defined, false, [5]))
      .then(productDefined(defined));
  });

  it('the modifiers of a product keep the ids of their groups when the product is replaced', () => {
    const after = plov(group(5, { name: 'Dip' }), group(6));
    given(productDefined(plov(group(5))))
      .when(defineProduct(after, true, [6]))
      .then(productDefined(after));
  });

  it('the modifiers of a product are refused in a group that is not the product’s', () => {
    given(productDefined(plainProduct(11, { modifier_groups: [group(5)] })), productDefined(plov(group(4))))
      .when(defineProduct(plov(group(4), group(5)), true))
      .thenRefused('invalid', 'modifier_group_not_found', { field: 'modifier_groups[1].id' });
    given()
      .when(defineProduct(plov(group(5))))
      .thenRefused('invalid', 'modifier_group_not_found', { field: 'modifier_groups[0].id' });
  });

  it('the modifiers of a product are refused when a group, or a product in a group, is named twice', () => {
    given(productDefined(plov(group(5))))
      .when(defineProduct(plov(group(5), group(5)), true))
      .thenRefused('invalid', 'field_duplicate', { field: 'modifier_groups[1].id' });
    given(...sauces)
      .when(defineProduct(plov(group(5, { items: [item(20), item(20)] })), false, [5]))
      .thenRefused('invalid', 'field_duplicate', { field: 'modifier_groups[0].items[1].product_id' });
  });

  it('the modifiers of a product are products of the brand', () =>
    given(...sauces)
      .when(defineProduct(plov(group(5), group(6, { items: [item(20), item(99)] })), false, [5, 6]))
      .thenRefused('invalid', 'product_not_found', {
        field: 'modifier_groups[1].items[1].product_id',
        product_id: 99,
      }));

  it('the modifiers of a product are not the product itself, known already or not', () => {
    const own = defineProduct(plov(group(5, { items: [item(10)] })), false, [5]);
    const field = 'modifier_groups[0].items[0].product_id';
    given().when(own).thenRefused('invalid', 'product_own_modifier', { field });
    given(productDefined(plainProduct(10)))
      .when(own)
      .thenRefused('invalid', 'product_own_modifier', { field });
  });

  it.each([
    { min: 2, max: 1, refused: true },
    { min: 2, max: 2, refused: false },
    { min: 2, max: 0, refused: false },
  ])(
    'the modifiers of a product have bounds that can be kept: $min to $max, where 0 is no upper bound',
    ({ min, max, refused }) => {
      const ofGroup = plov(group(5, { min, max, items: [item(20)] }));
      const ofItem = plov(group(5, { items: [item(20, min, max)] }));
      for (const [defined, field] of [
        [ofGroup, 'modifier_groups[0].max'],
        [ofItem, 'modifier_groups[0].items[0].max_amount'],
      ] as const) {
        const outcome = given(...sauces).when(defineProduct(defined, false, [5]));
        if (refused) outcome.thenRefused('invalid', 'field_too_small', { field, min });
        else outcome.then(productDefined(defined));
      }
    },
  );
});

describe('a catalogue of thousands', () => {
  it('a catalogue of thousands finds each entry, in whatever order they were defined', () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => 1_000_000 + ((index * 7_919) % 2_000));
    const state = fold(
      catalogueDecider,
      catalogueDecider.initial,
      ids.map((id) => productDefined(plainProduct(id, { name: `Product ${id}` }))),
    );
    expect(state.products).toHaveLength(2_000);
    for (const id of ids) expect(entryOf(state.products, id)?.name).toBe(`Product ${id}`);
    expect(entryOf(state.products, 999_999)).toBeUndefined();
    expect(entryOf(state.products, 1_002_000)).toBeUndefined();
  });
});
