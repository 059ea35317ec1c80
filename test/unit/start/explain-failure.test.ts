import { expect, test } from 'vitest';
import { ConfigError } from '../../../src/config/variables.ts';
import { EmbeddedPostgresError } from '../../../src/database/embedded-postgres/error.ts';
import { StoreUnavailable } from '../../../src/event-store/event-store.ts';
import { PersonalDataKeyError, WRONG_KEY } from '../../../src/personal/key-ring.ts';
import { explainFailure } from '../../../src/start/explain-failure.ts';

const failed = (fields: object): Error => Object.assign(new Error('failed'), fields);

test.each<[Error, string]>([
  [new ConfigError('PORT must be an integer'), 'PORT must be an integer'],
  [new EmbeddedPostgresError('another Tillstream is running'), 'another Tillstream is running'],
  [new PersonalDataKeyError(WRONG_KEY), WRONG_KEY],
  [new StoreUnavailable('it is not there'), 'EVENT_STORE_URL can not be used: it is not there'],
  [failed({ syscall: 'listen', code: 'EADDRINUSE' }), 'the address is in use: set PORT to a free one'],
  [
    failed({ syscall: 'listen', code: 'EACCES', address: '0.0.0.0', port: 80 }),
    'HOST 0.0.0.0 and PORT 80 can not be listened on (EACCES)',
  ],
  [
    new StoreUnavailable('the log can not be read', { cause: failed({ code: 'ECONNREFUSED' }) }),
    'the database can not be used: failed',
  ],
  [failed({ code: '57P03' }), 'the database can not be used: failed'],
  [new AggregateError([], ''), 'no reason is known'],
  [failed({ code: 'EACCES', syscall: 'open', path: '/data/jwt-secret' }), 'a file or folder can not be used: failed'],
  [new TypeError('x is not\n  a function'), 'x is not a function'],
  [
    failed({ syscall: 'getaddrinfo', code: 'ENOTFOUND', hostname: 'nowhere' }),
    'HOST nowhere is no address of this machine (ENOTFOUND)',
  ],
])('what a person can mend is one line: %s', (error, line) => {
  expect(explainFailure(error)).toBe(line);
});

test('no failure shows a stack, or more of the error than its message', () => {
  const told = explainFailure(failed({ detail: 'Key (phone)=(+998901234567) already exists.' }));
  expect(told).toBe('failed');
});
