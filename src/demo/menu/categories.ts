interface Category {
  readonly name: string;
  readonly parent?: string;
  /** The menu folder of its products. */
  readonly folder: FolderKey | null;
  /** The id of its category in the showcase; null: not shown there. */
  readonly showcase_id: number | null;
}

/** In the order of the menu; a parent before its children. */
export const CATEGORIES = {
  plov: { name: 'Плов', folder: 'kazan', showcase_id: 1 },
  shashlik: { name: 'Шашлык', folder: 'grill', showcase_id: 2 },
  mains: { name: 'Горячие блюда', folder: 'kazan', showcase_id: 3 },
  soups: { name: 'Супы', folder: 'kazan', showcase_id: 4 },
  salads: { name: 'Салаты и закуски', folder: 'cold', showcase_id: 5 },
  bakery: { name: 'Самса и хлеб', folder: 'tandyr', showcase_id: 6 },
  desserts: { name: 'Десерты', folder: 'cold', showcase_id: 7 },
  drinks: { name: 'Напитки', folder: null, showcase_id: null },
  tea: { name: 'Чай и кофе', parent: 'drinks', folder: 'hot_drinks', showcase_id: 8 },
  cold_drinks: { name: 'Холодные напитки', parent: 'drinks', folder: 'cold_drinks', showcase_id: 9 },
  lunch: { name: 'Бизнес-ланч', folder: 'kitchen', showcase_id: 10 },
  preps: { name: 'Заготовки', folder: 'kitchen', showcase_id: null },
  modifiers: { name: 'Добавки', folder: null, showcase_id: null },
} as const satisfies Record<string, Category>;

export type CategoryKey = keyof typeof CATEGORIES;

/** Sections of the back office's menu tree; a parent before its children. */
export const FOLDERS = {
  kitchen: { name: 'Кухня' },
  kazan: { name: 'Казан', parent: 'kitchen' },
  grill: { name: 'Мангал', parent: 'kitchen' },
  tandyr: { name: 'Тандыр', parent: 'kitchen' },
  cold: { name: 'Холодный цех', parent: 'kitchen' },
  bar: { name: 'Бар' },
  hot_drinks: { name: 'Горячие напитки', parent: 'bar' },
  cold_drinks: { name: 'Холодные напитки', parent: 'bar' },
} as const;

export type FolderKey = keyof typeof FOLDERS;
