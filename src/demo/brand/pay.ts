/** The positions of examples/brand, by their numbers there. */
export const POSITIONS = {
  1: 'director',
  2: 'manager',
  3: 'cashier',
  4: 'waiter',
  5: 'courier',
  6: 'oshpaz',
  7: 'grill',
  8: 'baker',
} as const;
export type Position = (typeof POSITIONS)[keyof typeof POSITIONS];

/** Since when the terms hold: before every history. */
export const TERMS_FROM = '2020-01-01';

/** Of everybody who works at a point: 1 for each worked day, 2 by the hour, 3 by the month. */
export const TERMS = {
  manager: { salary_type_id: 3, rate: 8_000_000 },
  cashier: { salary_type_id: 1, rate: 220_000 },
  waiter: { salary_type_id: 2, rate: 16_000 },
  courier: { salary_type_id: 1, rate: 180_000 },
  oshpaz: { salary_type_id: 1, rate: 320_000 },
  grill: { salary_type_id: 1, rate: 280_000 },
  baker: { salary_type_id: 2, rate: 24_000 },
} as const satisfies Readonly<Partial<Record<Position, object>>>;

interface DemoMotivation {
  readonly name: string;
  readonly calculation_type: 'own_sales_percent' | 'point_sales_percent' | 'per_item' | 'per_shift';
  readonly rate: number;
  /** Their names in examples/brand. */
  readonly categories?: readonly string[];
  readonly positions: readonly Position[];
}

export const MOTIVATIONS = {
  waiters: {
    name: 'Официанты: 3 % со своих продаж',
    calculation_type: 'own_sales_percent',
    rate: 3,
    positions: ['waiter'],
  },
  desserts: {
    name: 'Десерты: 1 000 за порцию',
    calculation_type: 'per_item',
    rate: 1_000,
    categories: ['desserts'],
    positions: ['waiter'],
  },
  managers: {
    name: 'Администраторы: 0,5 % с продаж точки',
    calculation_type: 'point_sales_percent',
    rate: 0.5,
    positions: ['manager'],
  },
  couriers: {
    name: 'Курьеры: 30 000 за смену на топливо',
    calculation_type: 'per_shift',
    rate: 30_000,
    positions: ['courier'],
  },
} as const satisfies Readonly<Record<string, DemoMotivation>>;
