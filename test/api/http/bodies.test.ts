import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../../../src/api/http/route.ts';
import { type FakeApp, partnerKey, startFakeApp } from './fake-app.ts';

const LIMIT = 2_000_000;

const sizeOf = defineRoute({
  ...{ method: 'post', path: '/size', audience: 'partner', tags: ['Fake'], summary: 'Something' },
  body: z.unknown(),
  responses: { 200: z.object({ size: z.int() }) },
  handler: ({ body }) => ({ body: { size: JSON.stringify(body ?? null).length } }),
});

let app: FakeApp;
const open: ClientRequest[] = [];
beforeEach(async () => {
  app = await startFakeApp([sizeOf], { bodyLimit: LIMIT, perKey: 1e9 });
});
afterEach(async () => {
  for (const each of open.splice(0)) each.destroy();
  await app.close();
});

const upload = (headers: Record<string, string | number> = {}, key = partnerKey) => {
  const req = request(`${app.url}/v1/size`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.tokenOf(key)}`, 'content-type': 'application/json', ...headers },
  });
  req.on('error', () => {});
  open.push(req);
  return req;
};

const answerOf = async (req: ClientRequest) => {
  const [res] = (await once(req, 'response')) as [IncomingMessage];
  const body = JSON.parse((await res.toArray()).join(''));
  return { status: res.statusCode, headers: res.headers, body };
};

const otherKey = (name: string) => {
  const key = { ...partnerKey, key_id: name };
  app.keys.set(name, key);
  return key;
};

/** Sends, and waits until the server, which is in this very loop, has taken all of it: it takes 64 KB a turn. */
const send = async (req: ClientRequest, part: string) => {
  await new Promise((resolve) => req.write(part, resolve));
  for (let turn = 0; turn < 300; turn++) await new Promise(setImmediate);
};

const text = (size: number) => `"${'x'.repeat(size - 2)}"`;

describe('many large and slow uploads', () => {
  it('hold no more memory than two of the largest: the rest are told to come again, and small ones pass', async () => {
    const begun = ['a', 'b'].map((name) => upload({}, otherKey(name)));
    for (const req of begun) await send(req, text(LIMIT).slice(0, -100_000));
    const third = upload({}, otherKey('c'));
    third.end(text(LIMIT));
    expect(await answerOf(third)).toMatchObject({
      ...{ status: 503, body: { code: 'unavailable' } },
      headers: { 'retry-after': '1' },
    });
    const small = upload({}, otherKey('c'));
    small.end(text(60_000));
    expect(await answerOf(small)).toMatchObject({ status: 200, body: { size: 60_000 } });

    // One goes away and one ends: both leave their room.
    begun[0]!.destroy();
    begun[1]!.end(text(LIMIT).slice(-100_000));
    expect(await answerOf(begun[1]!)).toMatchObject({ status: 200, body: { size: LIMIT } });
    await vi.waitUntil(async () => {
      const req = upload({}, otherKey('c'));
      req.end(text(LIMIT));
      return (await answerOf(req)).status === 200;
    });
  });

  it('of one key hold no more than one of the largest', async () => {
    const req = upload();
    await send(req, text(LIMIT).slice(0, -300_000));
    const second = upload();
    second.end(text(1_000_000));
    expect((await answerOf(second)).status).toBe(503);
    const other = upload({}, otherKey('other'));
    other.end(text(1_000_000));
    expect((await answerOf(other)).status).toBe(200);
  });

  it('are not held against those that were refused', async () => {
    for (let i = 0; i < 5; i++) {
      const huge = upload();
      huge.end(text(LIMIT + 1));
      expect((await answerOf(huge)).status).toBe(413);
      const malformed = upload();
      malformed.end(text(LIMIT).slice(0, -1));
      expect((await answerOf(malformed)).status).toBe(400);
    }
    const fine = upload();
    fine.end(text(LIMIT));
    expect((await answerOf(fine)).status).toBe(200);
  });
});

describe('a body', () => {
  it.each([
    ['lists', `[${'[],'.repeat(300_000)}1]`],
    ['numbers', `[${'1,'.repeat(300_000)}1]`],
    ['objects in lists', `[${'{"a":1},'.repeat(130_000)}1]`],
    ['brackets', '['.repeat(300_000)],
  ])('of too many values is refused before it is parsed: %s', async (_, json) => {
    for (const raw of [json, gzipSync(json)]) {
      const req = upload(raw === json ? {} : { 'content-encoding': 'gzip' });
      req.end(raw);
      expect(await answerOf(req)).toMatchObject({ status: 400, body: { code: 'body_too_many_values' } });
    }
  });

  it('of as many values as any route takes, and more, is read', async () => {
    const req = upload();
    req.end(`[${'1,'.repeat(240_000)}1]`);
    expect((await answerOf(req)).status).toBe(200);
  });

  it('is asked for only of those who may send it', async () => {
    const size = LIMIT - 1_000;
    const allowed = upload({ expect: '100-continue', 'content-length': size });
    allowed.flushHeaders();
    await once(allowed, 'continue');
    allowed.end(text(size));
    expect((await answerOf(allowed)).status).toBe(200);

    const cases: [Record<string, string | number>, number][] = [
      [{ authorization: 'Bearer nobody' }, 401],
      [{ 'content-length': LIMIT + 1 }, 413],
      [{ 'content-type': 'text/plain' }, 400],
    ];
    for (const [headers, status] of cases) {
      const req = upload({ expect: '100-continue', 'content-length': size, ...headers });
      const told = vi.fn();
      req.once('continue', told);
      req.flushHeaders();
      expect((await answerOf(req)).status).toBe(status);
      expect(told).not.toHaveBeenCalled();
    }
  });

  it('that is too large is refused at once, not when all of it was sent', async () => {
    const req = upload({ 'transfer-encoding': 'chunked' });
    req.write(text(LIMIT + 1_000));
    expect(await answerOf(req)).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
  });

  it('that comes byte by byte is judged by its size', async () => {
    // More than two of the blocks that small pieces are gathered in.
    const limit = 150_000;
    const app = await startFakeApp([sizeOf], { bodyLimit: limit, perKey: 1e9 });
    const socket = connect(app.port, '127.0.0.1');
    const head = [
      'POST /v1/size HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${app.tokenOf()}`,
      'Transfer-Encoding: chunked',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write('1\r\n1\r\n'.repeat(limit));
    const answered = once(socket, 'data');
    socket.write('0\r\n\r\n');
    expect(String((await answered)[0])).toMatch(/^HTTP\/1.1 200 /);
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const refused = once(socket, 'data');
    socket.write('1\r\n1\r\n'.repeat(limit + 1));
    expect(String((await refused)[0])).toMatch(/^HTTP\/1.1 413 /);
    socket.destroy();
    await app.close();
  });
});
