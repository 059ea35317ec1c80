import { ask } from './backend.js';
import { find, h, head, stepper } from './dom.js';
import { money, words } from './words.js';

const dialog = find('dish');

/** A modifier group: one of them, or some units of each. Its bounds are the venue's. */
const choices = (group, chosen, changed) => {
  const isOne = group.required && group.max === 1;
  const taken = () => group.items.reduce((sum, { product_id }) => sum + (chosen.get(product_id) ?? 0), 0);
  const set = ({ product_id }, quantity) => {
    if (isOne) for (const other of group.items) chosen.delete(other.product_id);
    chosen.delete(product_id);
    if (quantity > 0) chosen.set(product_id, quantity);
    // What would be too much cannot be chosen.
    for (const box of rows.flatMap((row) => [...row.querySelectorAll('input[type=checkbox]')])) {
      box.disabled = !box.checked && group.max > 0 && taken() >= group.max;
    }
    changed();
  };
  if (isOne) chosen.set(group.items[0].product_id, 1);

  const rows = group.items.map((item, index) => {
    const price = item.price > 0 && h('span', { class: 'price' }, `+ ${money(item.price)}`);
    if (!isOne && item.max_amount !== 1) {
      const max = item.max_amount || group.max || 99;
      return h(
        'div',
        { class: 'choice' },
        h('span', {}, item.name),
        price,
        stepper(item.name, 0, { max }, (n) => set(item, n)),
      );
    }
    const input = h('input', {
      type: isOne ? 'radio' : 'checkbox',
      name: `group-${group.id}`,
      checked: isOne && index === 0,
      onchange: ({ target }) => set(item, target.checked ? 1 : 0),
    });
    return h('label', { class: 'choice' }, input, h('span', {}, item.name), price);
  });
  const rule = group.required ? words.required : group.max > 0 && words.up_to(group.max);
  return h('fieldset', {}, h('legend', {}, group.name, rule && h('span', { class: 'rule' }, ` · ${rule}`)), rows);
};

/** Opens a dish: its choices, and what it costs with them. `add` is given the line for the cart. */
export const openDish = (product, point_id, add) => {
  const chosen = new Map();
  let quantity = 1;
  let asked = 0;
  const line = () => ({
    product_id: product.product_id,
    quantity,
    modifiers: [...chosen].map(([product_id, count]) => ({ product_id, quantity: count })),
  });
  const button = h('button', { type: 'submit', class: 'main' }, words.add);
  /** The price is the till's: it also knows happy hours, and what a group must have. */
  const price = async () => {
    asked += 1;
    const mine = asked;
    const isEnough = product.modifier_groups.every(
      ({ min, items }) => items.reduce((sum, { product_id }) => sum + (chosen.get(product_id) ?? 0), 0) >= min,
    );
    button.disabled = !isEnough;
    if (!isEnough) return;
    const { total_amount } = await ask('price', { point_id, items: [line()] });
    if (mine === asked) button.textContent = `${words.add} · ${money(total_amount)}`;
  };
  const groups = product.modifier_groups.map((group) => choices(group, chosen, price));
  const max = product.available_quantity ?? 99;
  const count = stepper(words.quantity, 1, { min: 1, max }, (now) => {
    quantity = now;
    price();
  });
  const submit = (event) => {
    event.preventDefault();
    add({ ...line(), name: product.name, names: namesOf(product, chosen) });
    dialog.close();
  };
  dialog.replaceChildren(
    head(dialog, product.name),
    h(
      'form',
      { onsubmit: submit },
      product.image && h('img', { src: `/pictures/${product.product_id}`, alt: '', width: 320, height: 240 }),
      product.description && h('p', { lang: 'ru' }, product.description),
      groups,
      h('div', { class: 'end' }, count, button),
    ),
  );
  dialog.showModal();
  price();
};

const namesOf = ({ modifier_groups }, chosen) =>
  modifier_groups
    .flatMap(({ items }) => items)
    .filter(({ product_id }) => chosen.has(product_id))
    .map(({ product_id, name }) => (chosen.get(product_id) > 1 ? `${name} × ${chosen.get(product_id)}` : name))
    .join(', ');
