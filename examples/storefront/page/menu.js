import { find, h } from './dom.js';
import { money, words } from './words.js';

const card = (product, open) => {
  const { product_id, name, description, price, weight, unit, image, is_available, available_quantity } = product;
  const picture = image
    ? h('img', { src: `/pictures/${product_id}`, alt: '', loading: 'lazy', width: 320, height: 240 })
    : h('div', { class: 'no-picture' }, name[0]);
  const isLimited = is_available && available_quantity !== null;
  const word = product.modifier_groups.length > 0 ? words.choose : words.add;
  return h(
    'li',
    { class: is_available ? 'card' : 'card gone' },
    picture,
    isLimited && h('span', { class: 'badge' }, words.left(available_quantity)),
    h('h3', {}, name),
    h('p', {}, description),
    h(
      'div',
      { class: 'end' },
      h('span', { class: 'price' }, money(price), weight !== null && h('small', {}, ` ${weight} ${unit}`)),
      h(
        'button',
        { type: 'button', disabled: !is_available, 'aria-label': `${word}: ${name}`, onclick: () => open(product) },
        is_available ? word : words.sold_out,
      ),
    ),
  );
};

/** Shows the menu of a restaurant. `open` is called with the product that a guest takes. */
export const showMenu = ({ categories, products }, open) => {
  const filled = categories
    .map((category) => ({ ...category, products: products.filter(({ category_id }) => category_id === category.id) }))
    .filter((category) => category.products.length > 0);
  find('sections').replaceChildren(
    h(
      'ul',
      {},
      filled.map(({ id, name }) => h('li', {}, h('a', { href: `#section-${id}`, lang: 'ru' }, name))),
    ),
  );
  find('menu').replaceChildren(
    ...filled.map((category) =>
      h(
        'section',
        { id: `section-${category.id}`, lang: 'ru', 'aria-labelledby': `title-${category.id}` },
        h('h2', { id: `title-${category.id}` }, category.name),
        h(
          'ul',
          { class: 'cards' },
          category.products.map((product) => card(product, open)),
        ),
      ),
    ),
  );
};
