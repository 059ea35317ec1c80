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

test('a query that was left unanswered means that the server is away', () => {
  expect(isDatabaseAway(new Error('Query read timeout'))).toBe(true);
});

test.for(['23505', '22P02', '42P01'])('the error %s means that the server is there', (code) => {
  expect(isDatabaseAway(failed(code))).toBe(false);
});
