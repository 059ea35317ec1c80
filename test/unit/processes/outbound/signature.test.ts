import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signatureHeaders, verify } from '../../../../src/processes/outbound/signature.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const call = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', secret: SECRET };

test('the signature is that of the example in the specification of Standard Webhooks', () => {
  expect(signatureHeaders({ ...call, at: 1_614_265_330_999 })).toMatchObject({
    'webhook-id': call.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('the package of Standard Webhooks verifies a call, and neither a changed one nor an old one', () => {
  const of = (at: number) => ({ ...signatureHeaders({ ...call, at }) });
  const webhook = new Webhook(SECRET);
  expect(webhook.verify(call.body, of(Date.now()))).toEqual({ test: 2_432_232_314 });
  expect(() => webhook.verify(`${call.body} `, of(Date.now()))).toThrow('No matching signature');
  expect(() => webhook.verify(call.body, { ...of(Date.now()), 'webhook-id': 'other' })).toThrow(
    'No matching signature',
  );
  expect(() => webhook.verify(call.body, of(Date.now() - 600_000))).toThrow('too old');
});

test('the signature of the contract covers the body with the whole secret', () => {
  const header = signatureHeaders({ ...call, at: 0 })['x-service-signature']!;
  expect(verify(call.body, SECRET, header)).toBe(true);
  expect(verify(`${call.body} `, SECRET, header)).toBe(false);
});
