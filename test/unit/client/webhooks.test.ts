import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, type WebhookHeaders } from '../../../client/src/index.ts';

const KEY = Buffer.from('thirty-two bytes that are secret');
const SECRET = `whsec_${KEY.toString('base64url')}`;
const NOW = Date.parse('2026-03-02T12:00:00Z');
const body = JSON.stringify({
  event_id: '0d9f6f2e-1a1b-4c4d-8e8f-000000000001',
  event: 'ping',
  occurred_at: '2026-03-02T12:00:00.000Z',
  data: { message: 'привет' },
});
const service = (raw = body, secret = SECRET) => ({
  'x-service-signature': `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`,
});
const standard = ({ raw = body, id = 'msg-1', at = NOW, key = KEY } = {}) => {
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${raw}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
};
const options = { now: () => NOW };

describe.each([
  ['X-Service-Signature', service()],
  ['webhook-signature', standard()],
  ['both', { ...service(), ...standard() }],
] as const)('a call that is signed by %s', (_, headers) => {
  const forms: [string, WebhookHeaders][] = [
    ['of the Fetch API', new Headers(headers)],
    ['of Node', headers],
    ['with lists', Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))],
    ['in capitals', Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))],
  ];
  it.each(forms)('is verified with headers %s', async (_, given) => {
    const event = await verifyWebhook(body, given, SECRET, options);
    if (event.event === 'ping') expect(event.data.message).toBe('привет');
    expect(event.event).toBe('ping');
  });

  it.each([
    ['bytes', Buffer.from(body)],
    ['a part of a larger buffer', Buffer.concat([Buffer.from('xx'), Buffer.from(body)]).subarray(2)],
    ['an ArrayBuffer', new Uint8Array(Buffer.from(body)).buffer],
  ])('is verified with a body of %s', async (_, raw) => {
    await expect(verifyWebhook(raw, headers, SECRET, options)).resolves.toEqual(JSON.parse(body));
  });

  it.each([
    ['a letter of the body', body.replace('ping', 'pinh'), headers, SECRET],
    ['white space', `${body} `, headers, SECRET],
    ['the secret', body, headers, `whsec_${Buffer.from('another secret').toString('base64')}`],
    ['a secret that is none', body, headers, 'whsec_'],
    ['an empty signature', body, Object.fromEntries(Object.keys(headers).map((name) => [name, ''])), SECRET],
    [
      'half of the signature',
      body,
      Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, v.slice(0, -4)])),
      SECRET,
    ],
  ])('is refused when somebody changed %s', async (_, raw, given, secret) => {
    await expect(verifyWebhook(raw, given, secret, options)).rejects.toMatchObject({ code: 'signature_wrong' });
  });

  it('is acted on once', async () => {
    const seen = new Set<string>();
    const isNew = async (id: string) => !seen.has(id) && Boolean(seen.add(id));
    await verifyWebhook(body, headers, SECRET, { ...options, isNew });
    await expect(verifyWebhook(body, headers, SECRET, { ...options, isNew })).rejects.toMatchObject({
      code: 'repeated',
    });
  });

  it('is not noted when it is refused: else anybody could make the real one a repeat', async () => {
    const noted: string[] = [];
    const isNew = (id: string) => Boolean(noted.push(id));
    await expect(verifyWebhook(`${body} `, headers, SECRET, { ...options, isNew })).rejects.toThrow();
    expect(noted).toEqual([]);
  });
});

describe('the time of a call', () => {
  it.each([
    ['five minutes ago', -300_000, true],
    ['a second longer ago', -301_000, false],
    ['in five minutes', 300_000, true],
    ['a second later', 301_000, false],
  ])('%s', async (_, away, isGood) => {
    const call = verifyWebhook(body, standard({ at: NOW + away }), SECRET, options);
    await (isGood
      ? expect(call).resolves.toBeTruthy()
      : expect(call).rejects.toMatchObject({ code: 'timestamp_out_of_tolerance' }));
  });

  it('can not be changed: it is signed', async () => {
    const headers = { ...standard({ at: NOW - 900_000 }), 'webhook-timestamp': String(NOW / 1000) };
    await expect(verifyWebhook(body, headers, SECRET, options)).rejects.toMatchObject({ code: 'signature_wrong' });
  });

  it.each(['', 'now', '1e9', '-1'])('is a number: %j is none', async (timestamp) => {
    const signature = createHmac('sha256', KEY).update(`m.${timestamp}.${body}`).digest('base64');
    const headers = { 'webhook-id': 'm', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
    await expect(verifyWebhook(body, headers, SECRET, options)).rejects.toMatchObject({
      code: 'timestamp_out_of_tolerance',
    });
  });

  it('may be asked for: then the signature without it is not enough', async () => {
    const call = verifyWebhook(body, service(), SECRET, { requireTimestamp: true });
    await expect(call).rejects.toMatchObject({ code: 'timestamp_missing' });
  });
});

it('one of several signatures is enough, as while a secret is replaced', async () => {
  const { 'webhook-signature': right, ...rest } = standard();
  const headers = { ...rest, 'webhook-signature': `v1,AAAA v2,xx ${right}` };
  await expect(verifyWebhook(body, headers, SECRET, options)).resolves.toBeTruthy();
});

it('a call without a signature is refused', async () => {
  await expect(verifyWebhook(body, {}, SECRET)).rejects.toMatchObject({ code: 'signature_missing' });
});

it.each(['no json', '[]', 'null', '{"event":"ping"}', '\ud800'])(
  'a body that is no event is refused: %j',
  async (raw) => {
    await expect(verifyWebhook(raw, service(raw), SECRET)).rejects.toMatchObject({ code: 'body_unreadable' });
  },
);

it('an empty secret is a mistake of the program, not of the call', async () => {
  await expect(verifyWebhook(body, service(body, ''), '')).rejects.toThrow(TypeError);
});
