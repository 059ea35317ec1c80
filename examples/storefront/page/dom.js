import { words } from './words.js';

/**
 * An element: `h('button', { class: 'main', onclick: add }, 'Add')`. Texts are put in as texts, so what the till or another
 * guest wrote cannot become markup.
 */
export const h = (name, props = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
};

export const find = (id) => document.getElementById(id);

/** A labelled field: `field('Phone', h('input', { id: 'phone' }))`. */
export const field = (label, input) => h('div', { class: 'field' }, h('label', { for: input.id }, label), input);

/** The head of a dialog, with its title and the button that closes it. */
export const head = (dialog, title) =>
  h(
    'header',
    {},
    h('h2', { id: `${dialog.id}-title` }, title),
    h('button', { type: 'button', class: 'close', 'aria-label': words.close, onclick: () => dialog.close() }, '×'),
  );

/** Shows why something did not succeed, where it was tried, and says it aloud. */
export const problem = () => h('p', { class: 'problem', role: 'alert' });

/** Runs what a button does, with the button off meanwhile, and shows the error if there is one. */
export const attempt = async (button, notice, work) => {
  button.disabled = true;
  notice.textContent = '';
  try {
    await work();
  } catch (error) {
    notice.textContent = error.message || words.wrong;
  } finally {
    button.disabled = false;
  }
};

/** Two buttons around a number. */
export const stepper = (name, value, { min = 0, max = 99 }, onchange) => {
  const shown = h('output', {}, String(value));
  const button = (sign, label, change) =>
    h('button', { type: 'button', 'aria-label': label, onclick: () => step(change) }, sign);
  const buttons = [button('−', words.less(name), -1), button('+', words.more(name), 1)];
  const show = () => {
    shown.textContent = String(value);
    buttons[0].disabled = value <= min;
    buttons[1].disabled = value >= max;
  };
  const step = (change) => {
    value += change;
    show();
    onchange(value);
  };
  show();
  return h('span', { class: 'stepper', role: 'group', 'aria-label': name }, buttons[0], shown, buttons[1]);
};
