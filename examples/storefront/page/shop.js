import { ask } from './backend.js';
import { addLine, startCart } from './cart.js';
import { openDish } from './dish.js';
import { find, h } from './dom.js';
import { followAll, showOrder, showTable } from './following.js';
import { known, signedIn, whenSignedIn } from './guest.js';
import { showMenu } from './menu.js';
import { openBooking } from './table.js';
import { language, words } from './words.js';

document.documentElement.lang = language;
for (const element of document.querySelectorAll('[data-word]')) element.textContent = words[element.dataset.word];
find('sections').setAttribute('aria-label', words.to_menu);

const { points, guest } = await ask('start');
const select = find('point');
select.append(...points.map(({ id, short_name }) => h('option', { value: id }, short_name)));
let point;

const changePoint = async (id, why) => {
  point = points.find((it) => it.id === id);
  select.value = id;
  find('where').textContent = why ?? [point.address, point.phone].filter(Boolean).join(' · ');
  const menu = await ask('menu', { point_id: id });
  const add = (product) =>
    product.modifier_groups.length > 0
      ? openDish(product, id, addLine)
      : addLine({ product_id: product.product_id, quantity: 1, modifiers: [], name: product.name, names: '' });
  showMenu(menu, add);
  startCart({ point, menu, changePoint, placed: showFirst });
};

const showFirst = (order) => {
  showOrder(order);
  find('following').scrollIntoView({ block: 'center' });
};

select.addEventListener('change', () => changePoint(select.value));
find('book').addEventListener('click', () => openBooking(point, showTable));
find('sign-in').addEventListener('click', signedIn);
whenSignedIn(followAll);
if (guest) known(guest);
await changePoint(points[0].id);
