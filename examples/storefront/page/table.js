import { ask } from './backend.js';
import { attempt, field, find, h, head, problem } from './dom.js';
import { signedIn } from './guest.js';
import { words } from './words.js';

const dialog = find('table');

/** Opens the booking of a table at a restaurant. `booked` is given the reservation. */
export const openBooking = (point, booked) => {
  const id = crypto.randomUUID();
  let time;
  let asked = 0;
  const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('sv');
  const date = h('input', {
    id: 'date',
    type: 'date',
    required: true,
    min: new Date().toLocaleDateString('sv'),
    value: tomorrow,
  });
  const guests = h('input', { id: 'guests', type: 'number', required: true, min: 1, max: 20, value: 2 });
  const times = h('fieldset', { class: 'times' });
  const notice = problem();
  const button = h('button', { type: 'submit', class: 'main' }, words.book);

  const look = async () => {
    asked += 1;
    const mine = asked;
    time = undefined;
    button.disabled = true;
    notice.textContent = '';
    if (!date.value || !guests.checkValidity()) return;
    try {
      const when = { point_id: point.id, date: date.value, guests: Number(guests.value) };
      const { is_open, slots } = await ask('tables', when);
      if (mine === asked)
        show(
          is_open,
          slots.filter((slot) => slot.is_available),
        );
    } catch (error) {
      notice.textContent = error.message;
    }
  };
  const show = (isOpen, slots) => {
    const choose = (slot) => () => {
      time = slot;
      button.disabled = false;
    };
    const chip = (slot) =>
      h('label', {}, h('input', { type: 'radio', name: 'time', onchange: choose(slot) }), h('span', {}, slot.time));
    const none = isOpen ? words.no_time : words.closed;
    times.replaceChildren(h('legend', {}, words.time), ...(slots.length > 0 ? slots.map(chip) : [h('p', {}, none)]));
  };
  date.addEventListener('change', look);
  guests.addEventListener('change', look);

  const submit = (event) => {
    event.preventDefault();
    attempt(button, notice, async () => {
      if (!(await signedIn())) return;
      const wish = { point_id: point.id, date: time.date, start_time: time.time, guests: Number(guests.value) };
      booked(await ask('table', { id, ...wish }));
      dialog.close();
    });
  };
  const fields = h('div', { class: 'pair' }, field(words.date, date), field(words.guests, guests));
  const form = h('form', { onsubmit: submit }, h('p', { lang: 'ru' }, point.name), fields, times, notice, button);
  dialog.replaceChildren(head(dialog, words.book_title), form);
  dialog.showModal();
  look();
};
