// A database of its own: it needs tables and a clock, and no app.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Partner } from '../../../src/commands/bus/caller.ts';
import { bindOperation, type PartnerTools } from '../../../src/commands/bus/partner-operations.ts';
import type { ClientRegister } from '../../../src/commands/clients/client-register.ts';
import { type PhoneCheckNeeds, sendCode, verifyCode } from '../../../src/commands/clients/phone-check.ts';
import { createPhoneCodes } from '../../../src/commands/clients/phone-codes.ts';
import { TooSoon } from '../../../src/commands/loop/too-soon.ts';
import { Unavailable } from '../../../src/commands/loop/unavailable.ts';
import { SmsFailed } from '../../../src/sms/sms-gateway.ts';
import { createClock } from '../../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
const clock = createClock();
const phone = '+998901234567';
const DAY = 24 * 3_600_000;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const partner = {
  key_id: 'app',
  name: 'App',
  brand_id: '7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f10',
  country_code: 'UZ',
};

/** What a partner does to prove a phone. */
const createPhoneCheck = (needs: PhoneCheckNeeds) => {
  const handler = { keysAsOf: () => undefined } as Partial<PartnerTools['handler']> as PartnerTools['handler'];
  const some: Partial<PartnerTools> = { handler, clock: clock.read, newUuid: () => crypto.randomUUID() };
  const tools = some as PartnerTools;
  const send = bindOperation(tools, sendCode, needs);
  const verify = bindOperation(tools, verifyCode, needs);
  return {
    sendCode: (of: object, input: { phone: string }) =>
      send(of as Partner, { ...input, write: (code) => code, language: 'en' }, 'request'),
    verifyCode: async (of: object, input: { phone: string; otp: string }) =>
      (await verify(of as Partner, input, 'request')).result,
  };
};

/** A check whose gateway and register fail when they are told to. */
const open = (secret = 's') => {
  const sent: string[] = [];
  const next: { sms?: Error; register?: Error } = {};
  const take = (what: 'sms' | 'register') => {
    const error = next[what];
    delete next[what];
    if (error) throw error;
  };
  const register: Pick<ClientRegister, 'findOrCreate'> = {
    findOrCreate: async () => {
      take('register');
      return 12;
    },
  };
  const check = createPhoneCheck({
    codes: createPhoneCodes({ pool: database.pool, secret, clock: clock.read }),
    register,
    sms: {
      send: async ({ text }) => {
        sent.push(text);
        take('sms');
      },
    },
  });
  const send = () => check.sendCode(partner, { phone });
  const verify = (otp: string) => check.verifyCode(partner, { phone, otp });
  return { check, sent, next, send, verify };
};

test('a code that could not be sent may be asked for again at once, and is good should it arrive after all', async () => {
  clock.move(3_600_000);
  const { send, verify, sent, next } = open();
  next.sms = new SmsFailed('the SMS gateway answered 503');
  await expect(send()).rejects.toThrow(new Unavailable('the SMS gateway answered 503'));
  await expect(verify(sent[0]!)).resolves.toBe(12);
  await send();
  await expect(verify(sent[1]!)).resolves.toBe(12);
  await expect(send()).rejects.toThrow(new TooSoon('code_sent_recently', 60));
});

test('sends a new code after a clock was set back, and no second one when clocks differ a little', async () => {
  clock.move(3_600_000);
  const { send } = open();
  await send();
  clock.move(-50_000);
  await expect(send()).rejects.toThrow(new TooSoon('code_sent_recently', 110));
  clock.move(50_000 - 3_600_000);
  await send();
  await expect(send()).rejects.toThrow(new TooSoon('code_sent_recently', 60));
  clock.move(3_600_000);
});

test('a late failure takes nothing from the code that was sent since', async () => {
  clock.move(3_600_000);
  const { send, verify, sent } = open();
  await send();
  const codes = createPhoneCodes({ pool: database.pool, secret: 's', clock: clock.read });
  await codes.allowResend({ brand_id: partner.brand_id, phone }, sent[0] === '000000' ? '000001' : '000000');
  await expect(send()).rejects.toThrow(TooSoon);
  await expect(verify(sent[0]!)).resolves.toBe(12);
});

test('a code is used up only once the client is there', async () => {
  clock.move(3_600_000);
  const { send, verify, sent, next } = open();
  await send();
  next.register = new Unavailable('the event log can not be read');
  await expect(verify(sent[0]!)).rejects.toThrow(Unavailable);
  await expect(verify(sent[0]!)).resolves.toBe(12);
  await expect(verify(sent[0]!)).rejects.toThrow('wrong_code');
});

test('a code that a process had claimed when it died is good again some seconds later', async () => {
  clock.move(3_600_000);
  const { send, verify, sent } = open();
  await send();
  const codes = createPhoneCodes({ pool: database.pool, secret: 's', clock: clock.read });
  await expect(codes.claim({ brand_id: partner.brand_id, phone }, sent[0]!)).resolves.toBe(true);
  await expect(verify(sent[0]!)).rejects.toThrow('wrong_code');
  clock.move(10_000);
  await expect(verify(sent[0]!)).resolves.toBe(12);
});

test('a new code is not claimed, though the code before it was', async () => {
  clock.move(3_600_000);
  const { send, verify, sent } = open();
  await send();
  const codes = createPhoneCodes({ pool: database.pool, secret: 's', clock: clock.read });
  const of = { brand_id: partner.brand_id, phone };
  expect(await codes.claim(of, sent[0]!)).toBe(true);
  await codes.allowResend(of, sent[0]!);
  await send();
  await expect(verify(sent[1]!)).resolves.toBe(12);
});

test('codes are kept as long as they are good or count, and not for ever', async () => {
  clock.move(3_600_000);
  const { check, sent } = open();
  const [old, good, other] = ['+998903999997', '+998903999998', '+998903999999'] as const;
  const sendTo = (to: string) => check.sendCode(partner, { phone: to });
  await sendTo(old);
  clock.move(DAY);
  await sendTo(good);
  clock.move(11 * 60_000);
  await sendTo(other);
  const { rows } = await database.pool.query('select phone from app.phone_codes where phone = any($1) order by phone', [
    [old, good, other],
  ]);
  expect(rows).toEqual([{ phone: good }, { phone: other }]);
  await expect(check.verifyCode(partner, { phone: other, otp: sent[2]! })).resolves.toBe(12);
});

describe('of ten codes a phone and day', () => {
  const MINUTE = 60_000;
  let last = 0;
  /** To a phone of its own. */
  const openFor = (next: { sms?: Error } = {}, of = partner) => {
    const { check, next: nextOf, sent } = open();
    const to = `+99890400${String(++last).padStart(4, '0')}`;
    const send = () => {
      Object.assign(nextOf, next);
      return check.sendCode(of, { phone: to });
    };
    return {
      send,
      sent,
      sendAs: (brand_id: string) => check.sendCode({ ...of, brand_id }, { phone: to }),
    };
  };
  const usedUp = (seconds: number) => new TooSoon('codes_used_up_today', seconds);

  test('no more codes are sent than the limit in any 24 hours; other phones and brands have their own limit', async () => {
    const { send, sendAs } = openFor();
    for (let n = 0; n < 10; n++) {
      await send();
      clock.move(MINUTE);
    }
    await expect(send()).rejects.toEqual(usedUp((DAY - 10 * MINUTE) / 1_000));
    await openFor().send();
    await sendAs('7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f11');
    clock.move(DAY - 10 * MINUTE - 1);
    await expect(send()).rejects.toEqual(usedUp(1));
    clock.move(1);
    await send();
    // The second of the ten is a minute younger than the first, and the next code is too soon as well.
    clock.move(MINUTE - 1);
    await expect(send()).rejects.toEqual(usedUp(1));
    clock.move(1);
    await send();
  });

  test('codes that could not be sent do not count', async () => {
    const next: { sms?: Error } = {};
    const { send } = openFor(next);
    for (let n = 0; n < 9; n++) {
      await send();
      clock.move(MINUTE);
    }
    next.sms = new SmsFailed('the SMS gateway answered 503');
    for (let n = 0; n < 12; n++) await expect(send()).rejects.toThrow(Unavailable);
    delete next.sms;
    await send();
    clock.move(MINUTE);
    await expect(send()).rejects.toThrow('codes_used_up_today');
  });

  test('of many codes that are asked for at once ten are sent, and no more', async () => {
    const { send, sent } = openFor();
    for (let n = 0; n < 12; n++) {
      await Promise.allSettled(Array.from({ length: 8 }, send));
      clock.move(MINUTE);
    }
    expect(sent).toHaveLength(10);
  });

  test('codes that were sent before the clock was put back delay a new code for a day at most', async () => {
    const { send } = openFor();
    for (let n = 0; n < 10; n++) {
      await send();
      clock.move(MINUTE);
    }
    clock.move(-7 * DAY);
    await send();
    clock.move(7 * DAY);
  });
});

test('a claim that lapsed and was taken over uses nothing up twice', async () => {
  clock.move(3_600_000);
  const { send, sent } = open();
  await send();
  const of = { brand_id: partner.brand_id, phone };
  const codes = createPhoneCodes({ pool: database.pool, secret: 's', clock: clock.read });
  expect(await codes.claim(of, sent[0]!)).toBe(true);
  clock.move(10_000);
  expect(await codes.claim(of, sent[0]!)).toBe(true);
  expect(await codes.use(of, sent[0]!)).toBe(true);
  expect(await codes.use(of, sent[0]!)).toBe(false);
});

test('hashes are of no use without the server’s secret', async () => {
  clock.move(3_600_000);
  const { send, sent } = open('one secret');
  await send();
  await expect(open('another').verify(sent[0]!)).rejects.toThrow('wrong_code');
  await expect(open('one secret').verify(sent[0]!)).resolves.toBe(12);
});

test('without an SMS gateway no code is sent; a bad phone is refused first', async () => {
  const codes = createPhoneCodes({ pool: database.pool, secret: 's', clock: clock.read });
  const register: Pick<ClientRegister, 'findOrCreate'> = { findOrCreate: async () => 1 };
  const check = createPhoneCheck({ codes, register, sms: undefined });
  const send = (to: string) => check.sendCode(partner, { phone: to });
  await expect(send(phone)).rejects.toThrow('sms_not_configured');
  await expect(send('12')).rejects.toThrow('phone_invalid');
});

test('codes are six digits of any kind', async () => {
  const { check, sent } = open();
  for (let n = 0; n < 300; n++) {
    await check.sendCode(partner, { phone: `+99890${String(3_000_000 + n)}` });
  }
  for (const code of sent) expect(code).toMatch(/^\d{6}$/);
  expect(new Set(sent).size).toBeGreaterThan(290);
  expect(sent.filter((code) => code.startsWith('0')).length).toBeGreaterThan(5);
});
