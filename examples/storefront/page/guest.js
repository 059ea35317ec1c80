import { ask } from './backend.js';
import { attempt, field, find, h, head, problem } from './dom.js';
import { words } from './words.js';

const dialog = find('guest');
let guest = null;
const listeners = [];

/** Calls back now, if the guest is known, and when a guest has signed in. */
export const whenSignedIn = (callback) => {
  listeners.push(callback);
  if (guest) callback(guest);
};

/** Who the backend says it is. */
export const known = (found) => {
  guest = found;
  find('sign-in').textContent = guest.name || guest.phone;
  for (const callback of listeners) callback(guest);
};

/** The guest, who first proves a phone by a code if need be. Undefined: the guest would rather not. */
export const signedIn = async () => {
  if (guest) return guest;
  askForPhone();
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
  return guest ?? undefined;
};

const askForPhone = () => {
  const phone = h('input', {
    id: 'phone',
    type: 'tel',
    autocomplete: 'tel',
    required: true,
    placeholder: '+998 90 123 45 67',
  });
  const name = h('input', { id: 'name', autocomplete: 'given-name', required: true, maxlength: 100 });
  const button = h('button', { type: 'submit', class: 'main' }, words.send_code);
  const notice = problem();
  const submit = (event) => {
    event.preventDefault();
    attempt(button, notice, async () => {
      const { text } = await ask('code', { phone: phone.value });
      askForCode({ phone: phone.value, name: name.value }, text);
    });
  };
  const form = h('form', { onsubmit: submit }, field(words.name, name), field(words.phone, phone), notice, button);
  dialog.replaceChildren(head(dialog, words.sign_in), form);
};

const askForCode = (who, text) => {
  const otp = h('input', {
    id: 'otp',
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    required: true,
    maxlength: 8,
  });
  const button = h('button', { type: 'submit', class: 'main' }, words.enter);
  const notice = problem();
  const submit = (event) => {
    event.preventDefault();
    attempt(button, notice, async () => {
      known(await ask('sign-in', { ...who, otp: otp.value }));
      dialog.close();
    });
  };
  dialog.replaceChildren(
    head(dialog, words.sign_in),
    h(
      'form',
      { onsubmit: submit },
      h('p', {}, words.code_sent(who.phone)),
      text && h('p', { class: 'text-message' }, h('small', {}, words.demo_text), text),
      field(words.code, otp),
      notice,
      button,
    ),
  );
  otp.focus();
};
