import type { Product } from '../../src/domain/menu/catalogue/events.ts';

/** A product of the brand of tests. Its venue said nothing of it but this. */
export const plainProduct = (product_id: number, fields: Partial<Product> = {}): Product => ({
  brand_id: '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0001',
  product_id,
  type: 'product',
  name: 'Plov',
  description: null,
  category_id: null,
  menu_folder_id: null,
  unit: null,
  weight: null,
  is_divisible: false,
  barcode: null,
  plu: null,
  fiscal_code: null,
  size_parent_id: null,
  image: null,
  calories: null,
  proteins: null,
  fat: null,
  carbohydrates: null,
  base_price: 35_000,
  order_number: 0,
  is_active: true,
  modifier_groups: [],
  ...fields,
});

/** All that a venue may say of a product to its guests, and menus show as it is. */
export const SAID = {
  description: 'With quince',
  category_id: 44,
  unit: 'g',
  weight: 350,
  image: 'https://cdn.example/plov.jpg',
  calories: 600,
  proteins: 20.5,
  fat: 30,
  carbohydrates: 70,
  order_number: 3,
};

/** What menus show of the same fields where the venue said nothing: the contract knows no null of some. */
export const UNSAID = {
  description: '',
  category_id: null,
  unit: null,
  weight: null,
  image: null,
  calories: 0,
  proteins: 0,
  fat: 0,
  carbohydrates: 0,
  order_number: 0,
} satisfies Record<keyof typeof SAID, unknown>;
