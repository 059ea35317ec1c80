import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../../../src/api/http/route.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { workMs } from '../../support/work.ts';
import { type FakeApp, partnerKey, startFakeApp } from './fake-app.ts';

const MB = 1024 ** 2;
/** Of partners; a route needs 1 MB unless it says more. */
const LIMIT = 2_000_000;

const sizeOf = defineRoute({
  method: 'post',
  operationId: 'aRoute',
  path: '/size',
  audience: 'partner',
  tags: ['Fake'],
  summary: 'Something',
  body: z.unknown(),
  responses: { 200: z.object({ size: z.int() }) },
  handler: ({ body }) => ({ body: { size: JSON.stringify(body ?? null).length } }),
});

const ofVenue = { ...sizeOf, path: '/venue/size', audience: 'venue' as const };
const ofVenueLarge = { ...ofVenue, path: '/venue/large', bodyLimit: 8_000_000 };

const echo = defineRoute({
  method: 'post',
  operationId: 'aRoute',
  path: '/echo',
  audience: 'partner',
  tags: ['Fake'],
  summary: 'What was sent',
  body: z.unknown(),
  responses: { 200: z.object({ body: z.unknown() }) },
  handler: ({ body }) => ({ body: { body } }),
});

let app: FakeApp;
const open: ClientRequest[] = [];
beforeEach(async () => {
  app = await startFakeApp([sizeOf, ofVenue], { bodyLimit: LIMIT, perKey: 1e9 });
});
afterEach(async () => {
  for (const each of open.splice(0)) each.destroy();
  await app.close();
});

const upload = (headers: Record<string, string | number> = {}, key = partnerKey, path = '/size', on = app) => {
  const req = request(`${on.url}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${on.tokenOf(key)}`, 'content-type': 'application/json', ...headers },
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

const otherKey = (name: string, on = app, audience: 'partner' | 'venue' = 'partner') => {
  const key = { ...partnerKey, key_id: name, audience };
  on.keys.set(name, key);
  return key;
};

/** Sends, and waits until the server, which is in this very loop, has taken all of it: it takes 64 KB a turn. */
const send = async (req: ClientRequest, part: string) => {
  await new Promise((resolve) => req.write(part, resolve));
  for (let turn = 0; turn < 300; turn++) await new Promise(setImmediate);
};

/** How much more memory must be in use before it is looked at what of it is garbage. */
const STEP_MB = 15;

/**
 * Notes, until it is asked, the most memory that was held more than at first, to STEP_MB, and the most work done at one
 * go. Garbage does not count: when it is collected depends on what else the machine does.
 */
const watchProcess = () => {
  const memoryMb = () => {
    // Not process.memoryUsage(): it reads a file as well, and this is asked at every turn.
    const { used_heap_size, external_memory } = getHeapStatistics();
    return (used_heap_size + external_memory) / MB;
  };
  collectGarbage();
  const first = memoryMb();
  let [heldMb, longestTurnMs, last] = [0, 0, workMs()];
  const isMore = () => memoryMb() - first >= heldMb + STEP_MB;
  const lookAtMemory = () => {
    // Most of it is young garbage. To look through the whole heap takes long, as it holds what files before left.
    collectGarbage({ type: 'minor' });
    if (!isMore()) return;
    collectGarbage();
    heldMb = Math.max(heldMb, memoryMb() - first);
  };
  const look = () => {
    const now = workMs();
    longestTurnMs = Math.max(longestTurnMs, now - last);
    const isLooked = isMore();
    if (isLooked) lookAtMemory();
    // What the collection took is nobody's work.
    last = isLooked ? workMs() : now;
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  return () => {
    clearImmediate(next);
    return { heldMb, longestTurnMs };
  };
};

const text = (size: number) => `"${'x'.repeat(size - 2)}"`;

describe('many slow uploads', () => {
  it('many slow uploads of one key hold 16 MB at most: the rest are told to come again, others and small ones pass', async () => {
    const app = await startFakeApp([ofVenueLarge], { bodyLimit: 8_000_000, perKey: 1e9 });
    const [till, other] = [otherKey('till', app, 'venue'), otherKey('other', app, 'venue')];
    const uploadTo = (key: typeof partnerKey) => upload({}, key, '/venue/large', app);
    const begun = [uploadTo(till), uploadTo(till)];
    for (const req of begun) await send(req, text(8_000_000).slice(0, -100));
    const ask = async (key: typeof partnerKey, size: number) => {
      const req = uploadTo(key);
      req.end(text(size));
      return answerOf(req);
    };
    // The server, in this very loop, may still be at the first two.
    await vi.waitUntil(async () => (await ask(till, 2_000_000)).status === 503, { timeout: 10_000 });
    expect(await ask(till, 2_000_000)).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
      headers: { 'retry-after': '1' },
    });
    expect(await ask(till, 60_000)).toMatchObject({ status: 200, body: { size: 60_000 } });
    expect((await ask(other, 2_000_000)).status).toBe(200);
    // One goes away and one ends: both leave their room.
    begun[0]!.destroy();
    begun[1]!.end(text(8_000_000).slice(-100));
    expect((await answerOf(begun[1]!)).status).toBe(200);
    await vi.waitUntil(async () => (await ask(till, 8_000_000)).status === 200);
    await app.close();
  });

  it('the room of refused uploads is free for others', async () => {
    for (let i = 0; i < 20; i++) {
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

describe('a body beyond what its route needs', () => {
  it('a body beyond what its route needs is refused on routes of the venue, and read on those of partners, in pieces too', async () => {
    const till = otherKey('till', app, 'venue');
    const size = 1.5 * MB;
    for (const [key, path, status] of [
      [till, '/venue/size', 413],
      [partnerKey, '/size', 200],
    ] as const) {
      for (const headers of [{ 'content-length': size }, { 'transfer-encoding': 'chunked' }]) {
        const req = upload(headers, key, path);
        req.end(text(size));
        expect((await answerOf(req)).status).toBe(status);
      }
    }
  });

  it('a body beyond what its route needs is read like any other, without the ends of its longest texts', async () => {
    const app = await startFakeApp([echo], { bodyLimit: LIMIT, perKey: 1e9 });
    const ask = async (raw: string | Buffer, type = 'application/json') => {
      const req = upload({ 'content-type': type }, partnerKey, '/echo', app);
      req.end(raw);
      return answerOf(req);
    };
    const spaces = ' '.repeat(1_200_000);
    const body = { name: 'Плов 🍚 "\\" \u0041', list: [1, -2.5e3, true, null, {}, []], 'a b': { c: '  ' } };
    const written = JSON.stringify(body).replace(',', `,${spaces}\n`);
    expect((await ask(written)).body).toEqual({ body });
    expect(
      (await ask(Buffer.from(written.slice(0, 950_000), 'utf16le'), 'application/json; charset=utf-16le')).status,
    ).toBe(400);
    const inUtf16 = Buffer.from(JSON.stringify(body).replace(',', `,${spaces.slice(0, 600_000)}`), 'utf16le');
    expect((await ask(inUtf16, 'application/json; charset=utf-16le')).body).toEqual({ body });
    const long = await ask(JSON.stringify({ ...body, comment: 'ж'.repeat(700_000) }));
    expect(long.body).toEqual({ body: { ...body, comment: expect.stringMatching(/^ж{2048}$/) } });

    expect(await ask(`{"a":${spaces}}`)).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
    expect(await ask(Buffer.concat([Buffer.from(`"${spaces}`), Buffer.from([0xff, 0x22])]))).toMatchObject({
      status: 400,
      body: { code: 'body_unreadable' },
    });
    await app.close();
  });

  it('a body beyond what its route needs waits for the one before it, and a key has no second', async () => {
    const first = upload();
    await send(first, text(LIMIT).slice(0, -100_000));
    const second = upload();
    second.end(text(LIMIT));
    expect(await answerOf(second)).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });

    const waits = upload({ expect: '100-continue', 'content-length': LIMIT }, otherKey('b'));
    const told = vi.fn();
    const continued = once(waits, 'continue').then(told);
    waits.flushHeaders();
    const usual = upload({}, otherKey('c'));
    usual.end(text(900_000));
    expect((await answerOf(usual)).status).toBe(200);
    expect(told).not.toHaveBeenCalled();

    first.end(text(LIMIT).slice(-100_000));
    expect(await answerOf(first)).toMatchObject({ status: 200 });
    await continued;
    waits.destroy();
    // Its place is free again, though it never came.
    await vi.waitUntil(async () => {
      const last = upload({}, otherKey('b'));
      last.end(text(LIMIT));
      return (await answerOf(last)).status === 200;
    });
  });

  it('a body beyond what its route needs holds little memory, and the loop no longer than a small one', async () => {
    const size = 100 * MB;
    const app = await startFakeApp([sizeOf], { bodyLimit: size, perKey: 1e9 });
    const req = upload({ 'content-length': size }, partnerKey, '/size', app);
    const piece = Buffer.alloc(MB / 4, 'x');
    piece[0] = 0x22;
    const watched = watchProcess();
    for (let sent = 0; sent < size; sent += piece.length) {
      if (sent + piece.length === size) piece[piece.length - 1] = 0x22;
      if (!req.write(piece)) await once(req, 'drain');
      piece[0] = 0x78;
    }
    req.end();
    expect(await answerOf(req)).toMatchObject({ status: 200, body: { size: 2_050 } });
    const { heldMb, longestTurnMs } = watched();
    expect(heldMb).toBeLessThan(50);
    expect(longestTurnMs).toBeLessThan(100);
    await app.close();
  });

  it('a body beyond what its route needs has a bound to what it holds beside spaces and the ends of texts', async () => {
    const app = await startFakeApp([sizeOf], { bodyLimit: 20 * MB, perKey: 1e9 });
    const req = upload({}, partnerKey, '/size', app);
    req.end(JSON.stringify(Array(9_000).fill('x'.repeat(2_000))));
    expect(await answerOf(req)).toMatchObject({ status: 400, body: { code: 'body_too_much_content' } });
    await app.close();
  });
});

// At their quickest: it is not the compressing that is tested.
const brotli = (bytes: string | Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } });
const gzip = (bytes: string | Buffer) => gzipSync(bytes, { level: 1 });
const deflate = (bytes: string | Buffer) => deflateSync(bytes, { level: 1 });

describe('a compressed body', () => {
  const encodings = [
    ['gzip', gzip],
    ['deflate', deflate],
    ['br', brotli],
  ] as const;
  /** Text that is hard to compress: to some three quarters of its size. */
  const noise = (size: number) =>
    `"${randomBytes(size)
      .toString('base64')
      .slice(0, size - 2)}"`;
  const ask = async (encoding: string, bytes: Buffer, key = partnerKey, path = '/size', on = app) => {
    const req = upload({ 'content-encoding': encoding }, key, path, on);
    req.end(bytes);
    return answerOf(req);
  };

  it.each(encodings)('a body compressed with %s is read', async (encoding, compress) => {
    expect(await ask(encoding, compress(noise(900_000)))).toMatchObject({ status: 200, body: { size: 900_000 } });
    // Small ones may be compressed as far as they can be.
    expect(await ask(encoding, compress(text(60_000)))).toMatchObject({ status: 200, body: { size: 60_000 } });
    expect(await ask(encoding, compress(noise(900_000)).subarray(0, -9))).toMatchObject({
      status: 400,
      body: { code: 'body_unreadable' },
    });
  });

  it('a compressed body comes to 4 MB at most, however large an uncompressed one may be, and to what a route of the venue needs', async () => {
    const app = await startFakeApp([sizeOf, ofVenue, ofVenueLarge], { bodyLimit: 20 * MB, perKey: 1e9 });
    const till = otherKey('till', app, 'venue');
    expect((await ask('gzip', gzip(noise(4 * MB)), partnerKey, '/size', app)).status).toBe(200);
    expect((await ask('gzip', gzip(noise(1 * MB)), till, '/venue/size', app)).status).toBe(200);
    for (const [size, key, path] of [
      [4 * MB + 1, partnerKey, '/size'],
      [4 * MB + 1, till, '/venue/large'],
      [1 * MB + 1, till, '/venue/size'],
    ] as const) {
      expect(await ask('gzip', gzip(noise(size)), key, path, app)).toMatchObject({
        status: 413,
        body: { code: 'body_unpacks_too_large' },
      });
    }
    await app.close();
  });

  it.each(encodings)('a body compressed with %s comes to 20 times its size at most', async (encoding, compress) => {
    expect(await ask(encoding, compress(text(MB)))).toMatchObject({
      status: 413,
      body: { code: 'body_unpacks_too_large' },
    });
  });

  it('a compressed body that would come to hundreds of megabytes costs next to nothing, even a hundred at once', async () => {
    const app = await startFakeApp([sizeOf], { bodyLimit: 200 * MB, perKey: 1e9 });
    const bomb = brotli(Buffer.alloc(40 * MB, 'x'));
    expect(bomb.length).toBeLessThan(40_000);
    const watched = watchProcess();
    const bombs = Array.from({ length: 100 }, (_, n) => ask('br', bomb, otherKey(`key ${n % 10}`, app), '/size', app));
    const statuses = (await Promise.all(bombs)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([413]));
    expect(watched().heldMb).toBeLessThan(50);
    await app.close();
  });
});

describe('a body', () => {
  it.each([
    ['brackets', '['.repeat(300_000), 'body_too_deep'],
    ['lists', `[${'[],'.repeat(300_000)}1]`],
    ['numbers', `[${'1,'.repeat(300_000)}1]`],
    ['objects in lists', `[${'{"a":1},'.repeat(130_000)}1]`],
  ])('a body of too many values is refused before it is parsed: %s', async (_, json, code = 'body_too_many_values') => {
    for (const raw of [json, `${json}${' '.repeat(600_000)}`]) {
      const req = upload();
      req.end(raw);
      expect(await answerOf(req)).toMatchObject({ status: 400, body: { code } });
    }
  });

  it('a body with an object of too many fields is refused before it is parsed, and the object is named', async () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`key ${n}`, 'x'.repeat(60)]));
    for (const [body, field] of [
      [fields(1_001), 'body'],
      [{ commands: [{}, { type: 'X', fields: fields(1_001) }] }, 'commands[1].fields'],
      [{ pad: 'x'.repeat(1_200_000), commands: [[fields(1_001)]] }, 'commands[0][0]'],
    ] as const) {
      const req = upload();
      req.end(JSON.stringify(body));
      const answer = await answerOf(req);
      expect(answer).toMatchObject({ status: 400, body: { code: 'field_too_many_fields' } });
      expect(answer.body.message).toContain(` ${field} `);
    }
    const req = upload();
    req.end(JSON.stringify(fields(1_000)));
    expect((await answerOf(req)).status).toBe(200);
  });

  it('a body of as many values as any route takes, and more, is read', async () => {
    const req = upload();
    req.end(`[${'1,'.repeat(240_000)}1]`);
    expect((await answerOf(req)).status).toBe(200);
  });

  it('a body is asked for only from callers that may send it', async () => {
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

  it('a body that is too large is refused at once, not when all of it was sent', async () => {
    const req = upload({ 'transfer-encoding': 'chunked' });
    req.write(text(LIMIT + 1_000));
    expect(await answerOf(req)).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
  });

  it('a body that comes byte by byte is judged by its size', async () => {
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
