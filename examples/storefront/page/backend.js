import { words } from './words.js';

/** Asks the shop's own backend. Throws an error with the text for the guest, and its `code`. */
export const ask = async (path, body = {}) => {
  const answer = await fetch(`/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.ok) return answer.json();
  const { message, ...rest } = await answer.json().catch(() => ({}));
  throw Object.assign(new Error(message ?? words.wrong), rest);
};
