import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNameResolver } from '../../../src/processes/outbound/name-resolver.ts';
import { createHttpGateway } from '../../../src/sms/http-gateway.ts';
import { SmsFailed } from '../../../src/sms/sms-gateway.ts';

const SMS = { brand_id: 'b', phone: '+998901234567', text: 'Код: 123456', language: 'ru' };

type Answer = (res: ServerResponse, req: IncomingMessage) => void;
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (res) =>
    res.writeHead(code, headers).end('{"id": 1}');
const reset: Answer = (_res, req) => req.socket.destroy();
const silence: Answer = () => {};

let server: Server;
let url: string;
/** What the receiver was sent, and what it answers next. */
let received: { method: string | undefined; headers: IncomingMessage['headers']; body: string }[];
let answers: Answer[];
let pauses: number[];

beforeEach(async () => {
  received = [];
  answers = [];
  pauses = [];
  const listener: RequestListener = async (req, res) => {
    received.push({ method: req.method, headers: req.headers, body: await readText(req) });
    (answers.shift() ?? status(200))(res, req);
  };
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const lookup = createNameResolver();
/** Long enough for a busy machine, unless the receiver is silent. */
const send = (options: { token?: string } = {}) =>
  createHttpGateway({
    url,
    timeoutMs: answers.includes(silence) ? 200 : 10_000,
    lookup,
    delay: async (ms) => pauses.push(ms),
    ...options,
  }).send(SMS);

test('the phone and the text arrive at the SMS gateway as JSON, with the token', async () => {
  await send({ token: 'gateway-token' });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer gateway-token' },
  });
  expect(JSON.parse(received[0]!.body)).toEqual({ phone: SMS.phone, text: SMS.text });
});

test('the name of the SMS gateway is looked up outside of the thread pool', async () => {
  const asked: string[] = [];
  const gateway = createHttpGateway({
    url: url.replace('127.0.0.1', 'sms.test'),
    lookup: (name, _options, callback) => {
      asked.push(name);
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    },
  });
  await gateway.send(SMS);
  expect(asked).toEqual(['sms.test']);
  expect(received).toHaveLength(1);
});

test('the SMS gateway is called without authorization if it has no token', async () => {
  answers = [status(202)];
  await send();
  expect(received[0]?.headers).not.toHaveProperty('authorization');
});

test.each([
  ['an error of the gateway', status(503)],
  ['a broken connection', reset],
  ['silence', silence],
])('after %s the SMS gateway is tried again', async (_name, failure) => {
  answers = [failure, failure, status(200)];
  await send();
  expect(received).toHaveLength(3);
  expect(pauses).toEqual([200, 800]);
});

test.each([
  ['500', status(500), 'the SMS gateway answered 500'],
  ['a broken connection', reset, 'the SMS gateway could not be asked: UND_ERR_SOCKET'],
  ['silence', silence, 'the SMS gateway could not be asked: TimeoutError'],
])(
  'three times %s from the SMS gateway is a failure that tells neither phone nor text',
  async (_name, failure, message) => {
    answers = [failure, failure, failure];
    await expect(send()).rejects.toThrow(new SmsFailed(message));
    expect(received).toHaveLength(3);
  },
);

test('an SMS gateway that is not there is a failure', async () => {
  server.close();
  await once(server, 'close');
  await expect(send()).rejects.toThrow(new SmsFailed('the SMS gateway could not be asked: ECONNREFUSED'));
  expect(pauses).toEqual([200, 800]);
});

test.each([400, 401, 404, 429])('after %i the SMS gateway is not tried again', async (code) => {
  answers = [status(code)];
  await expect(send()).rejects.toThrow(`the SMS gateway answered ${code}`);
  expect(received).toHaveLength(1);
});

test('phone and text go to the SMS gateway alone, even if it answers with a redirect', async () => {
  answers = [status(307, { location: `${url}/elsewhere` })];
  await expect(send()).rejects.toThrow('the SMS gateway answered 307');
  expect(received).toHaveLength(1);
});
