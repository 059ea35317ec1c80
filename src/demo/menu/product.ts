import type { CategoryKey } from './categories.ts';
import type { ModifierGroup } from './modifier-groups.ts';

/** A product as the data files write it. Amounts in UZS. */
export interface DemoProduct {
  /** Its key in the other data files, and in the name of its command: if the key changes, a second product is made. */
  readonly key: string;
  readonly name: string;
  readonly category: CategoryKey;
  readonly description?: string;
  /** Default: a dish made here. `item` is bought, `prep` is a half-finished product that is not sold. */
  readonly type?: 'product' | 'item' | 'prep';
  readonly price: number;
  readonly cost: number;
  readonly weight?: number;
  /** The unit of the weight. Default: г. */
  readonly unit?: string;
  readonly barcode?: string;
  /** Per 100 g. */
  readonly nutrition?: readonly [calories: number, proteins: number, fat: number, carbohydrates: number];
  readonly groups?: readonly ModifierGroup[];
  /** Default: it is. */
  readonly is_active?: boolean;
  /** Default: shown if its category is. */
  readonly in_showcase?: boolean;
}
