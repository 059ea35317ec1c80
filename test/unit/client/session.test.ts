import { describe, expect, it, vi } from 'vitest';
import { createAuditor, createTillstream, createVenue } from '../../../client/src/index.ts';
import { createSession } from '../../../client/src/session.ts';
import { broken, clientServer, json } from '../../support/client-server.ts';

const unauthorized = () => json({ message: 'No', code: 'invalid_token', request_id: 'r' }, 401);
const points = () => json({ points: [] });
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe('the token', () => {
  it('is exchanged once for callers who come at once, and kept for those after them', async () => {
    const { options, exchanges, sent } = clientServer(...times(51, points));
    const till = createTillstream(options);
    await Promise.all(times(50, 0).map(() => till.points.list()));
    await till.points.list();
    expect(exchanges).toHaveBeenCalledTimes(1);
    expect(new Set(sent.map(({ token }) => token))).toEqual(new Set(['Bearer token-1']));
  });

  it('is renewed once when it is refused to fifty callers, who all succeed', async () => {
    const { options, exchanges } = clientServer(...times(50, unauthorized), ...times(50, points));
    const till = createTillstream(options);
    await Promise.all(times(50, 0).map(() => till.points.list()));
    expect(exchanges).toHaveBeenCalledTimes(2);
  });

  it('is not renewed by a late refusal of the one before', async () => {
    const session = createSession(vi.fn(exchange()));
    const first = await session.token();
    session.refused(first);
    const second = await session.token();
    session.refused(first);
    expect([second, await session.token()]).toEqual(['t2', 't2']);
  });

  it('is given up when the new one is refused, too', async () => {
    const { options, exchanges, sent } = clientServer(unauthorized, unauthorized);
    await expect(createTillstream(options).points.list()).rejects.toMatchObject({ status: 401 });
    expect([sent.length, exchanges.mock.calls.length]).toEqual([2, 2]);
  });

  it('is renewed before it ends', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T12:00:00Z') });
    try {
      const session = createSession(exchange('2026-03-02T13:00:00Z'));
      expect(await session.token()).toBe('t1');
      vi.setSystemTime(Date.parse('2026-03-02T12:58:00Z'));
      expect(await session.token()).toBe('t1');
      vi.setSystemTime(Date.parse('2026-03-02T12:59:30Z'));
      expect(await session.token()).toBe('t2');
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not exchanged by every call when the clock here is wrong', async () => {
    const session = createSession(exchange('2001-01-01T00:00:00Z'));
    expect([await session.token(), await session.token()]).toEqual(['t1', 't1']);
  });

  it('is asked for again when no answer came, and by the next caller after a refusal', async () => {
    const { options, exchanges } = clientServer(points, points);
    exchanges.mockImplementationOnce(broken);
    const till = createTillstream(options);
    await till.points.list();
    expect(exchanges).toHaveBeenCalledTimes(2);

    const refused = clientServer(points);
    refused.exchanges.mockImplementationOnce(() =>
      json({ message: 'No', code: 'invalid_api_key', request_id: 'r' }, 401),
    );
    const other = createTillstream(refused.options);
    await expect(other.points.list()).rejects.toMatchObject({ code: 'invalid_api_key' });
    await expect(other.points.list()).resolves.toEqual([]);
  });

  it('stays the others’ when one caller leaves while it is exchanged', async () => {
    const { options, exchanges } = clientServer(points);
    let answer = (_: Response) => {};
    exchanges.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const till = createTillstream(options);
    const leaving = new AbortController();
    const left = till.points.list({ signal: leaving.signal });
    const stays = till.points.list();
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    answer(json({ access_token: 't', expires_at: '2100-01-01T00:00:00Z' }));
    await expect(stays).resolves.toEqual([]);
    expect(exchanges).toHaveBeenCalledTimes(1);
  });
});

const exchange = (expires_at = '2100-01-01T00:00:00Z') => {
  let made = 0;
  return async () => ({ access_token: `t${++made}`, expires_at });
};

describe('a page', () => {
  /** What the browser of a person who is signed in sends, from a page of the server itself. */
  const page = (...replies: Parameters<typeof clientServer>) => {
    const { sent, exchanges, options } = clientServer(...replies);
    const { apiKey: _, ...rest } = options;
    const credentials: unknown[] = [];
    const send: typeof options.fetch = (url, init) => {
      credentials.push(init.credentials);
      return options.fetch(url, init);
    };
    return { sent, exchanges, credentials, options: { ...rest, baseUrl: '', session: 'cookie', fetch: send } as const };
  };

  it('is the person who has signed in: it sends the cookie, exchanges nothing and has no token', async () => {
    vi.stubGlobal('location', new URL('http://till.test/back-office/orders/1?at=7'));
    try {
      const { sent, exchanges, credentials, options } = page(
        () => json({ order_id: 1 }),
        points,
        () => json({ events: [] }),
      );
      await createVenue(options).orders.get(1);
      await createTillstream(options).points.list();
      await createAuditor(options).entity('orders', 1).history();
      expect(sent.map(({ path, token }) => [path, token])).toEqual([
        ['/venue/v1/orders/1', null],
        ['/v1/points', null],
        ['/audit/v1/orders/1/history', null],
      ]);
      expect(credentials).toEqual(['same-origin', 'same-origin', 'same-origin']);
      expect(exchanges).not.toHaveBeenCalled();
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('learns at once that the session has ended, whether it asks, acts or listens', async () => {
    const { sent, options } = page(unauthorized, unauthorized, unauthorized);
    const venue = createVenue({ ...options, baseUrl: 'http://till.test' });
    await expect(venue.orders.get(1)).rejects.toMatchObject({ status: 401 });
    await expect(venue.commands.AcceptOrder({ order_id: 1 })).rejects.toMatchObject({ status: 401 });
    await expect(venue.orders.stream().next()).rejects.toMatchObject({ status: 401 });
    expect(sent).toHaveLength(3);
  });

  it('is told that an address is missing where there is no page', () => {
    expect(() => createVenue(page().options)).toThrow(TypeError);
  });
});
