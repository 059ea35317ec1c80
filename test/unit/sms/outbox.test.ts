import { expect, test } from 'vitest';
import { createSmsOutbox } from '../../../src/sms/outbox.ts';

const open = () => {
  const lines: unknown[][] = [];
  const outbox = createSmsOutbox({ log: { info: (...line: unknown[]) => lines.push(line) }, clock: () => 0 });
  const send = (text: string, brand_id = 'one') =>
    outbox.send({ brand_id, phone: '+998901234567', text, language: 'ru' });
  return { outbox, send, lines };
};

test('texts wait in the outbox by brand, the newest first', async () => {
  const { outbox, send } = open();
  await send('first');
  await send('second');
  await send('theirs', 'two');
  expect(outbox.list('one').map(({ text }) => text)).toEqual(['second', 'first']);
  expect(outbox.list('two')).toEqual([{ phone: '+998901234567', text: 'theirs', sent_at: '1970-01-01T00:00:00.000Z' }]);
  expect(outbox.list('three')).toEqual([]);
});

test('the log tells that a text waits in the outbox, and nothing of it', async () => {
  const { send, lines } = open();
  await send('Код: 123456');
  expect(lines).toEqual([[{ brand_id: 'one' }, 'an SMS waits at GET /venue/v1/sms-outbox']]);
});

test('the outbox keeps only the last hundred texts', async () => {
  const { outbox, send } = open();
  for (let n = 1; n <= 150; n++) await send(String(n));
  expect(outbox.list('one')).toHaveLength(100);
  expect(outbox.list('one').at(-1)?.text).toBe('51');
});
