import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer as createTcpServer, type LookupFunction, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createExchange, type ExchangeOptions } from '../../../../src/processes/outbound/exchange.ts';
import { answerWith, startReceiver, type WebhookReceiver } from '../../../support/webhook-receiver.ts';

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const post = async (url: string, options: Partial<ExchangeOptions> = {}) => {
  const exchange = createExchange({ allowPrivate: true, timeoutMs: 300, ...options });
  onTestFinished(exchange.close);
  const { drained, ...result } = await exchange.post({ url, headers: { 'x-service-event': 'ping' }, body: '{}' });
  await drained;
  return result;
};
/** A receiver that does what no HTTP server would. Answers its address. */
const startRaw = async (act: (socket: Socket) => void): Promise<string> => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => act(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};
const portOf = (url: string): string => new URL(url).port;

describe('an exchange', () => {
  test('an exchange is judged by the head of the answer', async () => {
    for (const [status, failure] of [
      ...([200, 201, 204, 299] as const).map((each) => [each, null] as const),
      ...([300, 301, 307, 400, 404, 410, 429, 500, 503] as const).map((each) => [each, 'not_2xx'] as const),
    ]) {
      receiver.answer = answerWith(status, { location: '/elsewhere' });
      const before = receiver.calls.length;
      expect(await post(receiver.url)).toEqual({ status_code: status, failure });
      // Redirects are not followed.
      expect(receiver.calls.length).toBe(before + 1);
    }
  });

  test('an exchange says who calls, and hands on when a busy receiver wants to be called again', async () => {
    for (const [status, retry_after] of [
      [429, '7'],
      [503, 'Thu, 01 Jan 2026 00:00:00 GMT'],
    ] as const) {
      receiver.answer = answerWith(status, { 'retry-after': retry_after });
      expect(await post(receiver.url)).toEqual({ status_code: status, failure: 'not_2xx', retry_after });
      expect(receiver.calls.at(-1)!.headers['user-agent']).toMatch(/^Tillstream\/\d+\.\d+\.\d+/);
    }
    receiver.answer = answerWith(500, { 'retry-after': '7' });
    expect(await post(receiver.url)).toEqual({ status_code: 500, failure: 'not_2xx' });
  });

  test('an exchange ends in time, whatever the receiver does', async () => {
    receiver.answer = () => {};
    const start = performance.now();
    expect(await post(receiver.url)).toEqual({ status_code: null, failure: 'timeout' });
    receiver.answer = (response) => response.writeHead(200).write('slow');
    expect(await post(receiver.url)).toEqual({ status_code: 200, failure: null });
    expect(performance.now() - start).toBeLessThan(1_500);
  });

  const HEAD = 'HTTP/1.1 200 OK\r\n';
  const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`;

  test.each([
    ['a body', `${HEAD}\r\n`, 'x', 200],
    ['headers', HEAD, 'x: y\r\n', null],
    ['interim answers', '', 'HTTP/1.1 103 Early Hints\r\n\r\n', null],
    ['the decoration of a chunk', `${CHUNKED}1;`, 'x', 200],
    ['trailers', `${CHUNKED}0\r\n`, 'x: y\r\n', 200],
  ])('an exchange takes no more of an answer than it must: %s without end', async (_, begin, again, status_code) => {
    let written = 0;
    const url = await startRaw((socket) => {
      const more = (): void => {
        if (socket.destroyed) return;
        written += 65_536;
        socket.write(again.repeat(65_536 / again.length), () => setImmediate(more));
      };
      socket.write(begin);
      more();
    });
    const start = performance.now();
    expect(await post(url, { timeoutMs: 30_000 })).toMatchObject({ status_code });
    expect(written).toBeLessThan(20_000_000);
    // It was not the time that ended it.
    expect(performance.now() - start).toBeLessThan(25_000);
  });

  test.each([
    ['what is no HTTP', 'hello\r\n\r\n', 'not_http'],
    ['half a status', 'HTTP/1.1 20', 'connection_closed'],
    ['half of its headers', `${HEAD}content-le`, 'connection_closed'],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', 'connection_closed'],
    ['a status that is none', 'HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n', 'not_http'],
    ['two lengths', `${HEAD}transfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n`, 'not_http'],
    ['less than it promised', `${HEAD}content-length: 1000\r\n\r\nshort`, null],
    ['a chunk that is none', `${CHUNKED}ZZZ\r\n`, null],
    ['two answers', `${HEAD}content-length: 0\r\n\r\n${HEAD}content-length: 0\r\n\r\n`, null],
    ['nothing', '', 'connection_closed'],
  ])(
    'an exchange ends with a word, and the next begins anew, when the receiver sends %s and hangs up',
    async (_, text, failure) => {
      let calls = 0;
      const url = await startRaw((socket) => {
        calls += 1;
        socket.end(text);
      });
      const exchange = createExchange({ allowPrivate: true, timeoutMs: 30_000 });
      onTestFinished(exchange.close);
      for (let call = 1; call <= 2; call++) {
        const { drained, ...result } = await exchange.post({ url, headers: {}, body: '{}' });
        await drained;
        expect(result).toEqual({ status_code: failure === null ? 200 : null, failure });
        expect(calls).toBe(call);
      }
    },
  );

  test('an exchange looks names up outside of the thread pool, which others need', async () => {
    const { port } = new URL(receiver.url);
    receiver.answer = answerWith(204);
    const inThreadPool = () => process.getActiveResourcesInfo().filter((each) => each === 'GetAddrInfoReqWrap').length;
    const before = inThreadPool();
    const posted = post(`http://receiver.localhost:${port}/`);
    await new Promise(setImmediate);
    expect(inThreadPool()).toBe(before);
    expect(await posted).toEqual({ status_code: 204, failure: null });
  });

  test('an exchange tells of a failure no more than a code', async () => {
    const gone = await startReceiver();
    await gone.close();
    expect(await post(gone.url)).toEqual({ status_code: null, failure: 'ECONNREFUSED' });
    const lookup: LookupFunction = (_host, _options, callback) =>
      callback(Object.assign(new Error('no such host partner.test'), { code: 'ENOTFOUND' }), []);
    expect(await post('http://partner.test/', { lookup })).toEqual({ status_code: null, failure: 'ENOTFOUND' });
    const pem = readFileSync(new URL('../../../support/tls/node.pem', import.meta.url));
    const unknown = createTlsServer({ key: pem, cert: pem }).listen(0, '127.0.0.1');
    await once(unknown, 'listening');
    onTestFinished(() => void unknown.close());
    const { port } = unknown.address() as AddressInfo;
    const distrusted = { status_code: null, failure: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' };
    expect(await post(`https://127.0.0.1:${port}/`, { timeoutMs: 30_000 })).toEqual(distrusted);
    const plain = { status_code: null, failure: 'ERR_SSL_WRONG_VERSION_NUMBER' };
    expect(await post(receiver.url.replace('http:', 'https:'), { timeoutMs: 30_000 })).toEqual(plain);
  });
});

describe('an exchange with what is not public', () => {
  const REFUSED = { status_code: null, failure: 'address_not_public' };
  const leadsTo =
    (...turns: string[]): LookupFunction =>
    (_host, _options, callback) => {
      const address = turns.shift() ?? '127.0.0.1';
      callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
    };

  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
  ])('%s does not take place', async (url) => {
    expect(await post(url, { allowPrivate: false })).toEqual(REFUSED);
  });

  test('an exchange with what is not public does not take place over http either', async () => {
    expect(await post('http://8.8.8.8/', { allowPrivate: false })).toEqual(REFUSED);
  });

  test('an exchange with what is not public does not take place by name, nor when the name leads elsewhere at the next attempt', async () => {
    receiver.answer = answerWith(204);
    const before = receiver.calls.length;
    const url = `https://partner.test:${portOf(receiver.url)}/`;
    expect(await post(url, { allowPrivate: false, lookup: leadsTo('127.0.0.1') })).toEqual(REFUSED);
    // Nothing may leave this machine in a test: the first address is allowed, and no TLS is spoken there.
    const exchange = createExchange({
      allowPrivate: true,
      timeoutMs: 300,
      lookup: leadsTo('127.0.0.1', '169.254.169.254'),
    });
    onTestFinished(exchange.close);
    const attempt = async () => (await exchange.post({ url, headers: {}, body: '{}' })).failure;
    expect(await attempt()).not.toBe('address_not_public');
    expect(await attempt()).toBe('address_not_public');
    expect(receiver.calls.length).toBe(before);
  });

  test('an exchange with what is not public goes to the address that was checked, and asks for it once', async () => {
    let looked = 0;
    const lookup: LookupFunction = (_host, _options, callback) => {
      looked += 1;
      callback(null, [{ address: looked === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]);
    };
    receiver.answer = answerWith(204);
    const url = `http://partner.test:${portOf(receiver.url)}/`;
    expect(await post(url, { lookup })).toEqual({ status_code: 204, failure: null });
    expect(looked).toBe(1);
  });
});
