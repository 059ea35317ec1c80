import { find, h } from './dom.js';
import { language, money, words } from './words.js';

const DELIVERY = 3;
const STEPS = {
  placed: ['AWAITING_PAYMENT', 'AWAITING_CONFIRMATION', 'PREORDER', 'CREATED', 'UNCONFIRMED_ORDER'],
  cooking: ['COOKING'],
  ready: ['PACKED'],
  way: ['TAKEN_BY_COURIER'],
  done: ['DELIVERED', 'CLOSED'],
};
const tracks = new Map();

/** Shows an order or a table as it is now, in the place of what was shown of it before. */
const show = (key, ...parts) => {
  const track = h('article', { class: 'track', 'data-key': key }, ...parts);
  const before = tracks.get(key);
  if (before) before.replaceWith(track);
  else find('tracks').prepend(track);
  tracks.set(key, track);
  find('following').hidden = false;
};

export const showOrder = ({ order_id, order_type_id, status, total_amount }) => {
  const isDelivery = order_type_id === DELIVERY;
  const names = Object.keys(STEPS).filter((step) => isDelivery || !['ready', 'way'].includes(step));
  const at = names.findIndex((step) => STEPS[step].includes(status));
  const place = (index) => (index < at ? 'past' : index === at ? 'now' : undefined);
  const step = (name, index) =>
    h('li', { class: place(index), 'aria-current': index === at && 'step' }, words.step[name]);
  show(
    `order-${order_id}`,
    h('h3', {}, words.order_number(order_id), ' ', h('span', { class: 'price' }, money(total_amount))),
    h('p', { class: 'status' }, words.status[status]),
    status !== 'DELETED' && h('ol', { class: 'steps' }, names.map(step)),
  );
};

export const showTable = ({ id, date, start_time, guests, status, table }) => {
  const day = new Date(`${date}T12:00`).toLocaleDateString(language, { day: 'numeric', month: 'long' });
  show(
    `table-${id}`,
    h('h3', {}, words.table_at(day, start_time, guests)),
    h('p', { class: 'status' }, words.status[status], table && ` · ${table.hall_name}, ${table.name}`),
  );
};

/** From now on the page shows what the till does, as soon as the shop learns it. The browser connects again by itself. */
export const followAll = () => {
  const events = new EventSource('/api/events');
  events.addEventListener('order', ({ data }) => showOrder(JSON.parse(data)));
  events.addEventListener('reservation', ({ data }) => showTable(JSON.parse(data)));
};
