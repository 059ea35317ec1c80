import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseAddress } from '../../../src/event-store/eventstoredb/connection/address.ts';

const printed: unknown[] = [];
const note = (...args: unknown[]): void => void printed.push(args);

beforeEach(() => {
  printed.length = 0;
  for (const method of ['log', 'info', 'warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(note);
});
afterEach(() => vi.restoreAllMocks());

test.each(['tlsCaFiel=/etc/ca.crt', 'nonsense=1', 'tls=yes', 'nodePreference=any', 'gossipTimeout=soon', 'tls', '&'])(
  'an address with the option %s is refused, and nobody is told its password',
  (option) => {
    const url = `esdb://admin:secret@127.0.0.1:2113?connectionName=secret&${option}`;
    expect(() => parseAddress(url)).toThrow(/option|connection string/);
    expect(() => parseAddress(url)).not.toThrow(/secret|\n/);
    expect(printed).toEqual([]);
  },
);

test.each(['tlsVerifyCert=false', 'defaultDeadline=5', 'throwOnAppendFailure=false', 'TLS_verify-cert=false'])(
  'an option that has no effect here is taken without a word: %s',
  (option) => {
    const address = parseAddress(`esdb://admin:secret@127.0.0.1:2113?${option}&connection_name=till`);
    expect(address).toMatchObject({ hosts: ['127.0.0.1:2113'], connectionName: 'till' });
    expect(printed).toEqual([]);
  },
);

test.each([
  ['plain', 'plain'],
  ['with:colons:', 'with:colons:'],
  ['with,comma/and?and#and&and=', 'with,comma/and?and#and&and='],
  ['%40%25%3A%C3%BC', '@%:ü'],
])('the password %s of an address is taken whole', (written, password) => {
  for (const scheme of ['esdb', 'esdb+discover', ' kurrentdb'])
    expect(parseAddress(`${scheme}://admin:${written}@127.0.0.1:2113\n`).user).toEqual({ username: 'admin', password });
});
