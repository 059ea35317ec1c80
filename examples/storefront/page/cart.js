import { ask } from './backend.js';
import { attempt, field, find, h, head, problem, stepper } from './dom.js';
import { signedIn } from './guest.js';
import { PLACES, whereIAm } from './places.js';
import { money, words } from './words.js';

const TAKEAWAY = 2;
const DELIVERY = 3;

const cart = find('cart');
const wide = matchMedia('(min-width: 1000px)');
let lines = [];
const wish = { order_type_id: TAKEAWAY, place: undefined };
/** Kept until the order is placed: a second click is the same order. */
let id = crypto.randomUUID();
let shop;

/** Beside the menu where there is room; else the button opens it. */
const settle = () => {
  cart.close();
  cart.open = wide.matches;
};
wide.addEventListener('change', settle);
find('open-cart').addEventListener('click', () =>
  wide.matches ? cart.querySelector('button')?.focus() : cart.showModal(),
);

/** Begins with the restaurant that the guest looks at. `changePoint` shows another one; `placed` is given the order. */
export const startCart = (now) => {
  const isOther = shop?.point.id !== now.point.id;
  if (!shop) settle();
  shop = now;
  // Another restaurant has other prices, and may not have the dish.
  if (isOther)
    lines = lines.filter(({ product_id }) =>
      now.menu.products.some((it) => it.product_id === product_id && it.is_available),
    );
  draw();
};

/** A line is added to the same dish with the same choices, if there is one. */
export const addLine = (line) => {
  const same = lines.find((it) => it.product_id === line.product_id && it.names === line.names);
  if (same) same.quantity += line.quantity;
  else lines.push(line);
  draw();
};

const asked = () => ({
  point_id: shop.point.id,
  order_type_id: wish.order_type_id,
  items: lines.map(({ product_id, quantity, modifiers }) => ({ product_id, quantity, modifiers })),
});

const draw = () => {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  find('count').textContent = String(count);
  const title = head(cart, words.cart);
  if (count === 0) {
    cart.replaceChildren(title, h('p', { class: 'empty' }, words.empty));
    return;
  }
  const notice = problem();
  const sums = h('dl', { class: 'sums', 'aria-live': 'polite' });
  const button = h('button', { type: 'submit', class: 'main' }, words.order('…'));
  const payments = h(
    'select',
    { id: 'payment' },
    shop.menu.payments.map((it) => h('option', { value: it.id }, it.name)),
  );
  const form = h(
    'form',
    { onsubmit: (event) => order(event, { button, notice, payment_type_id: Number(payments.value) }) },
    h('ul', { class: 'lines' }, lines.map(row)),
    ways(),
    wish.order_type_id === DELIVERY && address(notice),
    field(words.payment, payments),
    sums,
    notice,
    button,
  );
  cart.replaceChildren(title, form);
  price(sums, button, notice);
};

const row = (line) => {
  const change = (quantity) => {
    line.quantity = quantity;
    lines = lines.filter((it) => it.quantity > 0);
    draw();
  };
  return h(
    'li',
    { lang: 'ru' },
    h('span', {}, line.name, line.names && h('small', {}, line.names)),
    stepper(line.name, line.quantity, { min: 0 }, change),
  );
};

const ways = () => {
  const way = (order_type_id, label) =>
    h(
      'label',
      {},
      h('input', {
        type: 'radio',
        name: 'way',
        checked: wish.order_type_id === order_type_id,
        onchange: () => {
          wish.order_type_id = order_type_id;
          draw();
        },
      }),
      h('span', {}, label),
    );
  return h(
    'fieldset',
    { class: 'ways' },
    h('legend', {}, words.how),
    way(TAKEAWAY, words.takeaway),
    way(DELIVERY, words.delivery),
  );
};

/** Where to: the till says whether somebody delivers there, who, and on which terms. */
const address = (notice) => {
  wish.place ??= { ...PLACES[0], apartment: '' };
  const where = h('p', { class: 'hint', 'aria-live': 'polite' });
  const check = async () => {
    const { is_deliverable, message, point_id, point_name, delivery } = await ask('delivery', wish.place.at);
    where.textContent = is_deliverable ? words.zone(delivery, money) : message;
    if (is_deliverable && point_id !== shop.point.id) await shop.changePoint(point_id, words.other_point(point_name));
  };
  const go = (place) => {
    wish.place = { ...wish.place, ...place };
    street.value = place.street;
    draw();
  };
  const places = h(
    'select',
    { id: 'place', onchange: ({ target }) => go(PLACES[target.value]) },
    PLACES.map(({ name }, index) => h('option', { value: index, selected: wish.place.name === name }, name)),
  );
  const keep =
    (key) =>
    ({ target }) => {
      wish.place[key] = target.value;
    };
  const street = h('input', {
    id: 'street',
    required: true,
    maxlength: 200,
    autocomplete: 'street-address',
    oninput: keep('street'),
  });
  const apartment = h('input', { id: 'apartment', maxlength: 20, oninput: keep('apartment') });
  street.value = wish.place.street;
  apartment.value = wish.place.apartment;
  const here = h(
    'button',
    { type: 'button', class: 'quiet', onclick: () => attempt(here, notice, async () => go(await whereIAm())) },
    words.my_place,
  );
  check().catch((error) => {
    where.textContent = error.message;
  });
  return h(
    'div',
    { class: 'address' },
    field(words.place, places),
    here,
    where,
    field(words.street, street),
    field(words.apartment, apartment),
  );
};

/** What it costs, the till says: the page never adds up. */
const price = async (sums, button, notice) => {
  button.disabled = true;
  try {
    const isDelivery = wish.order_type_id === DELIVERY;
    const { latitude, longitude } = wish.place?.at ?? {};
    const cost = await ask('price', { ...asked(), ...(isDelivery && { address: { latitude, longitude } }) });
    const sum = (name, amount, kind) => [h('dt', { class: kind }, name), h('dd', { class: kind }, money(amount))];
    sums.replaceChildren(
      ...sum(words.dishes, cost.items_amount),
      ...(cost.delivery ? sum(words.delivery, cost.delivery.price) : []),
      ...sum(words.total, cost.total_amount, 'total'),
    );
    button.textContent = words.order(money(cost.total_amount));
    button.disabled = false;
  } catch (error) {
    button.textContent = words.order('…');
    notice.textContent = error.message;
  }
};

const order = (event, { button, notice, payment_type_id }) => {
  event.preventDefault();
  attempt(button, notice, async () => {
    if (!(await signedIn())) return;
    const { street, apartment, at } = wish.place ?? {};
    const to = wish.order_type_id === DELIVERY ? { address: { street, apartment, ...at } } : {};
    const placed = await ask('order', { id, ...asked(), ...to, payment_type_id });
    id = crypto.randomUUID();
    lines = [];
    if (!wide.matches) cart.close();
    draw();
    shop.placed(placed);
  });
};
