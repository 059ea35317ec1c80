import { describe, it } from 'vitest';
import { showcaseDecider } from '../../../../src/domain/menu/showcase/decide.ts';
import { type ShowcasePublished, showcaseEvents } from '../../../../src/domain/menu/showcase/events.ts';
import { specOf } from '../../../support/given-when-then.ts';

const { given } = specOf(showcaseDecider, showcaseEvents);

const shown = (product_id: number, category_id = 1) => ({
  product_id,
  category_id,
  name: null,
  description: null,
  image: null,
  order_number: null,
  price: null,
});
const showcase: ShowcasePublished = {
  brand_id: '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0001',
  menu_id: 7,
  name: 'App',
  description: null,
  categories: [{ id: 1, name: 'Hot', order_number: 1, image: null }],
  products: [shown(10), shown(11)],
};
const published = { type: 'ShowcasePublished', data: showcase } as const;
const publish = (fields: Partial<ShowcasePublished> = {}, replaces = false) =>
  ({ type: 'PublishShowcase', showcase: { ...showcase, ...fields }, replaces }) as const;

describe('PublishShowcase', () => {
  it('PublishShowcase publishes a new showcase', () => given().when(publish()).then(published));

  it('PublishShowcase replaces the showcase whole', () => {
    const smaller = { name: 'Smaller', products: [shown(12)] };
    given(published)
      .when(publish(smaller, true))
      .then({ ...published, data: { ...showcase, ...smaller } });
  });

  it('PublishShowcase changes nothing when nothing differs', () =>
    given(published).when(publish({}, true)).thenNothing());

  it('PublishShowcase notices a change deep inside', () => {
    const categories = [{ id: 1, name: 'Hot', order_number: 1, image: 'https://cdn.example/hot.png' }];
    given(published)
      .when(publish({ categories }, true))
      .then({ ...published, data: { ...showcase, categories } });
  });

  it('PublishShowcase is refused for an id that no showcase has', () =>
    given().when(publish({}, true)).thenRefused('not_found', 'menu_not_found', { menu_id: 7 }));

  it('PublishShowcase is refused for the showcase of another brand', () =>
    given(published)
      .when(publish({ brand_id: '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0002' }, true))
      .thenRefused('not_found', 'menu_not_found'));

  it('PublishShowcase is refused when a product stands in a category the showcase does not have', () =>
    given()
      .when(publish({ products: [shown(10), shown(11, 2)] }))
      .thenRefused('invalid', 'category_not_found', { field: 'products[1].category_id', category_id: 2 }));

  it('PublishShowcase is refused when a category or a product is named twice', () => {
    const [category] = showcase.categories;
    given()
      .when(publish({ categories: [category!, category!] }))
      .thenRefused('invalid', 'field_duplicate', { field: 'categories[1].id' });
    given()
      .when(publish({ products: [shown(10), shown(10)] }))
      .thenRefused('invalid', 'field_duplicate', { field: 'products[1].product_id' });
  });
});
