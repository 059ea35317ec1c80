import type { LookupFunction } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  checkOutboundUrl,
  ForbiddenAddress,
  guardedLookup,
  isAllowed,
  requireAllowedHost,
} from '../../../../src/processes/outbound/address-guard.ts';

const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'];
const PRIVATE = [
  ...['127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1'],
  ...['::1', 'fc00::1', 'fdff::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1'],
];
/** Not even where private ones may be sent to. */
const NEVER = [
  ...['0.0.0.0', '0.1.2.3', '169.254.169.254', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '192.0.0.1'],
  ...['::', 'fe80::1', 'fec0::1', 'ff02::1', '::ffff:169.254.169.254', '::ffff:0.0.0.0'],
  // Ways to write an IPv4 address in IPv6: NAT64, its local prefix, 6to4, Teredo, compatible, translated.
  ...['64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001:0:53aa:64c::1'],
  ...['::169.254.169.254', '::ffff:0:127.0.0.1', '2001:db8::1', '100::1', '4000::1'],
  ...['', 'localhost', '1.2.3', '8.8.8.8.8', '::g'],
];

describe('an address', () => {
  test.each(PUBLIC)('%s may be called', (address) => {
    expect(isAllowed(address, false)).toBe(true);
    expect(isAllowed(address, true)).toBe(true);
  });
  test.each(PRIVATE)('%s may be called if the settings say so', (address) => {
    expect(isAllowed(address, false)).toBe(false);
    expect(isAllowed(address, true)).toBe(true);
  });
  test.each(NEVER)('%s is never called', (address) => {
    expect(isAllowed(address, false)).toBe(false);
    expect(isAllowed(address, true)).toBe(false);
  });
});

test('a literal host is checked like what names lead to', () => {
  expect(() => requireAllowedHost('[::1]', false)).toThrow(ForbiddenAddress);
  expect(() => requireAllowedHost('::1', false)).toThrow(ForbiddenAddress);
  expect(() => requireAllowedHost('169.254.169.254', true)).toThrow(ForbiddenAddress);
  expect(() => requireAllowedHost('8.8.8.8', false)).not.toThrow();
  expect(() => requireAllowedHost('partner.test', false)).not.toThrow();
});

describe('a name', () => {
  const leadsTo = (...addresses: string[]) =>
    ((_host, options, callback) => {
      expect(options.all).toBe(true);
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    }) as LookupFunction;
  const look = (lookup: LookupFunction, all: boolean) =>
    new Promise((resolve, reject) => {
      guardedLookup(false, lookup)('partner.test', { all }, (error, address, family) =>
        error ? reject(error) : resolve(all ? address : [address, family]),
      );
    });

  test('a name of a webhook is connected to at the address that was checked', async () => {
    expect(await look(leadsTo('8.8.8.8'), false)).toEqual(['8.8.8.8', 4]);
    expect(await look(leadsTo('8.8.8.8', '2606:4700::1'), true)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
  });

  test('a name of a webhook that leads anywhere else beside is not connected to', async () => {
    for (const all of [true, false]) {
      await expect(look(leadsTo('8.8.8.8', '127.0.0.1'), all)).rejects.toThrow(ForbiddenAddress);
      await expect(look(leadsTo('::ffff:10.0.0.1'), all)).rejects.toThrow(ForbiddenAddress);
    }
  });
});

describe('a webhook address', () => {
  const codeOf = (url: string, allowPrivate = false): string | undefined => {
    try {
      checkOutboundUrl(url, allowPrivate);
      return undefined;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  test.each([
    ['https://partner.test/hook?a=1', undefined],
    ['https://8.8.8.8/', undefined],
    ['http://partner.test/', 'url_not_https'],
    ['ftp://partner.test/', 'url_not_https'],
    ['javascript:alert(1)', 'url_not_https'],
    ['https://user@partner.test/', 'url_with_credentials'],
    ['https://user:secret@partner.test/', 'url_with_credentials'],
    ['https://:secret@partner.test/', 'url_with_credentials'],
    ['https://127.0.0.1/', 'url_not_public'],
    ['https://2130706433/', 'url_not_public'],
    ['https://0x7f.1/', 'url_not_public'],
    ['https://[::ffff:7f00:1]/', 'url_not_public'],
    ['https://169.254.169.254/latest', 'url_not_public'],
    ['https://localhost/', 'url_not_public'],
    ['https://a.localhost./', 'url_not_public'],
  ])('%s: %s', (url, code) => {
    expect(codeOf(url)).toBe(code);
  });

  test('a webhook address may be of this machine where the settings say so, and still not of its cloud', () => {
    expect(codeOf('http://localhost:4000/', true)).toBeUndefined();
    expect(codeOf('http://127.0.0.1:4000/', true)).toBeUndefined();
    expect(codeOf('http://169.254.169.254/', true)).toBe('url_not_public');
  });
});
