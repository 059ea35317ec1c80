import pg from 'pg';
import { expect, test } from 'vitest';
import { isDatabaseAway } from '../../../src/database/connection.ts';

const failed = (code: string) => Object.assign(new pg.DatabaseError('failed', 6, 'error'), { code });

test.for(['57014', '57P01', '57P02', '57P03', '57P05', '53100', '25006', '08006', 'ECONNREFUSED', 'ECONNRESET'])(
  'the error %s means that the server is away',
  (code) => {
    expect(isDatabaseAway(failed(code))).toBe(true);
  },
);

test.for(['40001', '40P01'])('the error %s means that another went first, and it may be asked again', (code) => {
  expect(isDatabaseAway(failed(code))).toBe(true);
});

/** What pg says without a code. */
test.for([
  'Query read timeout',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
])('“%s” means that the server is away', (message) => {
  expect(isDatabaseAway(new Error(message))).toBe(true);
});

test.for(['23505', '22P02', '42P01'])('the error %s means that the server is there', (code) => {
  expect(isDatabaseAway(failed(code))).toBe(false);
});
