import type { DefinedShowcase, Product } from '../../reading/catalogue.ts';

type Section = DefinedShowcase['categories'][number];

interface Category {
  readonly id: number;
  readonly name: string;
  readonly order_number: number;
  readonly image?: string | null;
}

/** What a new menu has of the catalogue: the chosen sections, and what is sold by itself of their products. */
export const menuOf = (categories: readonly Category[], products: readonly Product[]) => {
  const chosen = new Set(categories.map(({ id }) => id));
  return {
    categories: categories.map(({ id, name, order_number, image = null }) => ({ id, name, order_number, image })),
    products: products
      .filter(({ is_active, type }) => is_active && type !== 'prep' && type !== 'modifier')
      .flatMap(({ product_id, category_id }) =>
        category_id != null && chosen.has(category_id) ? [{ product_id, category_id }] : [],
      ),
  };
};

/** The sections with one of them at another place, numbered anew. */
export const movedTo = (sections: readonly Section[], from: number, to: number): Section[] => {
  const others = sections.toSpliced(from, 1);
  return others.toSpliced(to, 0, sections[from]!).map((section, index) => ({ ...section, order_number: index + 1 }));
};

/** The sections and one more, which has no name yet. Ids of sections are the menu's own. */
export const withSection = (sections: readonly Section[]): Section[] => [
  ...sections,
  {
    id: Math.max(0, ...sections.map(({ id }) => id)) + 1,
    name: '',
    order_number: Math.max(0, ...sections.map(({ order_number }) => order_number)) + 1,
    image: null,
  },
];
