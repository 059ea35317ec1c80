import { describe, expect, it } from 'vitest';
import { type Body, createTillstream, createVenue } from '../../../client/src/index.ts';
import { broken, clientServer, json } from '../../support/client-server.ts';

const order = {
  point_id: '0d9f6f2e-1a1b-4c4d-8e8f-000000000001',
  order_type_id: 2,
  payment_type_id: 1,
  client: { phone: '+998901234567' },
  items: [{ product_id: 7, quantity: 2 }],
} satisfies Body<'placeOrder'>;
const placed = { order_id: 15 };
const refusal =
  (status: number, headers: Record<string, string> = {}, more: object = {}) =>
  () =>
    json({ message: 'No', code: 'refused', request_id: 'r-1', ...more }, status, headers);
const ok =
  (body: object = placed) =>
  () =>
    json(body);
const half = () =>
  new Response(
    new ReadableStream({
      pull: (controller) => controller.error(new TypeError('terminated')),
    }),
    { headers: { 'content-type': 'application/json' } },
  );

describe('an order with an external_id', () => {
  it.each([
    ['the connection broke', broken],
    ['the answer broke off', half],
    ['the server failed', refusal(500)],
    ['the server was away', refusal(503, { 'retry-after': '1' })],
    ['a proxy answered', () => new Response('<html>', { status: 502 })],
    ['there were too many requests', refusal(429, { 'retry-after': '7' })],
  ])('is placed again with the same body when %s', async (_, reply) => {
    const { options, sent } = clientServer(reply, ok());
    const till = createTillstream(options);
    await expect(till.orders.place({ ...order, external_id: 'a' })).resolves.toEqual(placed);
    expect(sent.map(({ body }) => body)).toEqual([
      { ...order, external_id: 'a' },
      { ...order, external_id: 'a' },
    ]);
  });

  it.each([400, 403, 404, 409, 413])('is placed once when it is refused with %d', async (status) => {
    const { options, sent } = clientServer(refusal(status));
    await expect(createTillstream(options).orders.place({ ...order, external_id: 'a' })).rejects.toMatchObject({
      status,
    });
    expect(sent).toHaveLength(1);
  });

  it('is given up after as many attempts as were allowed, with the last error', async () => {
    const { options, sent, waited } = clientServer(broken, refusal(500), refusal(503));
    const till = createTillstream({ ...options, maxAttempts: 3 });
    await expect(till.orders.place({ ...order, external_id: 'a' })).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(3);
    expect(waited.map((ms) => Math.floor(Math.log2(ms / 1_000)))).toEqual([0, 1]);
  });
});

it.each([
  ['retry_after of the body', {}, { retry_after: 3 }, 3_000],
  ['the header', { 'retry-after': '7' }, { retry_after: 3 }, 7_000],
])('waits for as long as it is told by %s', async (_, headers, more, ms) => {
  const { options, waited } = clientServer(refusal(429, headers, more), ok({ points: [] }));
  await createTillstream(options).points.list();
  expect(waited).toEqual([ms]);
});

it('does not wait an hour: the error says how long', async () => {
  const { options, waited } = clientServer(refusal(429, { 'retry-after': '3600' }));
  await expect(createTillstream(options).points.list()).rejects.toMatchObject({ status: 429, retryAfter: 3_600 });
  expect(waited).toEqual([]);
});

const ambiguous = [broken, half, refusal(500), refusal(503), refusal(429, { 'retry-after': '1' })];

describe.each([
  ['an order without external_id', (till: ReturnType<typeof createTillstream>) => till.orders.place(order)],
  ['an order whose external_id is empty', (till) => till.orders.place({ ...order, external_id: '' })],
  ['a cancellation', (till) => till.orders.cancel(15)],
  ['a code by SMS', (till) => till.clients.sendCode({ phone: '1' })],
  ['a code that counts once', (till) => till.clients.verifyCode({ phone: '1', otp: '123456' })],
  ['a move of a reservation', (till) => till.reservations.move('r', { guests: 3 })],
  ['the outcome of a deposit', (till) => till.reservations.reportDeposit('r', { status: 'refunded' })],
  ['a removed address', (till) => till.clients.removeAddress(1, 2)],
  ['a path that is called by itself', (till) => till.api.POST('/v1/orders', { body: order })],
] satisfies [string, (till: ReturnType<typeof createTillstream>) => Promise<unknown>][])('%s', (_, call) => {
  it.each(ambiguous.map((reply, index) => [index, reply] as const))('is sent once (%d)', async (_, reply) => {
    const { options, sent } = clientServer(reply, ok());
    await expect(call(createTillstream(options))).rejects.toBeInstanceOf(Error);
    expect(sent).toHaveLength(1);
  });

  it('is sent again when its token was refused: nothing has happened', async () => {
    const { options, sent } = clientServer(refusal(401), ok());
    await call(createTillstream(options));
    expect(sent.map(({ token }) => token)).toEqual(['Bearer token-1', 'Bearer token-2']);
  });
});

it('a command repeats with the id that the client made', async () => {
  const { options, sent } = clientServer(broken, ok({ status: 'duplicate' }), ok({}), ok({}));
  const { commands } = createVenue(options);
  await commands.AcceptOrder({ order_id: 15 });
  await commands.AcceptOrder({ order_id: 15 });
  await commands.AcceptOrder({ order_id: 15, command_id: 'own' });
  const ids = sent.map(({ body }) => (body as { command_id: string }).command_id);
  expect(sent[0]).toMatchObject({ path: '/venue/v1/commands/AcceptOrder', body: { order_id: 15 } });
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
  expect(ids[3]).toBe('own');
});

it('what is no command is nothing: commands may be awaited and printed', async () => {
  const { commands } = createVenue(clientServer().options);
  expect(await commands).toBe(commands);
  expect(JSON.stringify(commands)).toBe('{}');
});

describe('an error', () => {
  it('has what the API says of it', async () => {
    const body = {
      field: 'items[0].quantity',
      details: { available_quantity: 2 },
      conflict: { table_id: 3 },
      retry_after: 1,
    };
    const { options } = clientServer(refusal(400, {}, body));
    await expect(createTillstream(options).points.list()).rejects.toMatchObject({
      name: 'TillstreamError',
      message: 'No',
      status: 400,
      code: 'refused',
      requestId: 'r-1',
      field: 'items[0].quantity',
      details: { available_quantity: 2, conflict: { table_id: 3 } },
      retryAfter: 1,
    });
  });

  it.each([
    ['no answer', broken, { status: 0, code: 'no_answer' }],
    ['a page that is no answer of the API', () => new Response('<html>'), { status: 200, code: 'unexpected_answer' }],
    [
      'an error of something between',
      () => new Response('<html>', { status: 404 }),
      { status: 404, code: 'unexpected_answer' },
    ],
  ])('tells of %s', async (_, reply, expected) => {
    const { options } = clientServer(reply);
    await expect(createTillstream({ ...options, maxAttempts: 1 }).points.list()).rejects.toMatchObject(expected);
  });

  it('never shows the key or the token', async () => {
    const { options } = clientServer(broken);
    const error = await createTillstream({ ...options, maxAttempts: 1, apiKey: 'my-secret-key' })
      .points.list()
      .catch((e) => e);
    expect(JSON.stringify([error, error.stack, error.cause])).not.toMatch(/my-secret-key|token-1/);
  });
});

describe('a call that ends', () => {
  it('throws the reason of its signal, and sends nothing more', async () => {
    const { options, sent } = clientServer();
    const signal = AbortSignal.abort(new Error('the guest has gone'));
    await expect(createTillstream(options).points.list({ signal })).rejects.toThrow('the guest has gone');
    expect(sent).toEqual([]);
  });

  it('throws the reason while it is under way, and while it waits', async () => {
    for (const first of [() => new Promise<Response>(() => {}), broken]) {
      const leaving = new AbortController();
      const { options } = clientServer(first);
      const till = createTillstream({
        ...options,
        fetch: (url, init) =>
          Promise.race([
            options.fetch(url, init),
            new Promise<never>((_, no) => init.signal?.addEventListener('abort', () => no(init.signal?.reason))),
          ]),
        wait: async (_, signal) => {
          leaving.abort(new Error('left'));
          signal?.throwIfAborted();
        },
      });
      const listed = till.points.list({ signal: leaving.signal });
      if (first !== broken) setTimeout(() => leaving.abort(new Error('left')), 5);
      await expect(listed).rejects.toThrow('left');
    }
  });

  it('times out, and is then repeated only if it may be', async () => {
    const never = () => new Promise<Response>(() => {});
    const ending = (options: ReturnType<typeof clientServer>['options']) => ({
      ...options,
      timeoutMs: 20,
      fetch: (url: string, init: RequestInit) =>
        Promise.race([
          options.fetch(url, init),
          new Promise<never>((_, no) => init.signal?.addEventListener('abort', () => no(init.signal?.reason))),
        ]),
    });
    const safe = clientServer(never, ok({ points: [] }));
    await expect(createTillstream(ending(safe.options)).points.list()).resolves.toEqual([]);
    const once = clientServer(never, ok());
    await expect(createTillstream(ending(once.options)).orders.place(order)).rejects.toMatchObject({
      status: 0,
      code: 'timeout',
    });
    expect(once.sent).toHaveLength(1);
  });
});

it.each(['till.test', 'ftp://till.test', '', '/v1'])('an address that is none is refused at once: %s', (baseUrl) => {
  expect(() => createTillstream({ baseUrl, apiKey: 'k' })).toThrow(TypeError);
});

it.each(['http://till.test', 'http://till.test/', 'http://till.test/v1', 'http://till.test/v1/'])(
  'the address may end as it likes: %s',
  async (baseUrl) => {
    const { options, sent } = clientServer(ok({ points: [] }));
    await createTillstream({ ...options, baseUrl }).points.list();
    expect(sent[0]?.path).toBe('/v1/points');
  },
);

it('a list in a query is one parameter with commas', async () => {
  const { options, sent } = clientServer(ok({ orders: [], has_more: false, next_after_id: null }));
  for await (const _ of createVenue(options).orders.list({ status: ['CREATED', 'COOKING'] as never }));
  expect(sent[0]?.path).toBe('/venue/v1/orders?status=CREATED,COOKING&limit=200');
});
