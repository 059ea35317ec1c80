import pg from 'pg';
import { expect, test } from 'vitest';
import { HandlerFailure, isPermanent } from '../../../../src/projections/engine/failures.ts';

const failed = (code: string) => Object.assign(new pg.DatabaseError('failed', 6, 'error'), { code });

test.each(['21000', '22P02', '23505', '42703', '54000', 'P0001', 'XX000'])(
  '%s parks a projection: the same event will fail again',
  (code) => {
    expect(isPermanent(failed(code))).toBe(true);
  },
);

test.each(['40001', '40P01', '53100', '55P03', '57014', '57P01', '08006'])('%s passes, and is tried again', (code) => {
  expect(isPermanent(failed(code))).toBe(false);
});

test('an error of a handler parks its projection, a lost connection does not', () => {
  expect(isPermanent(new HandlerFailure(new Error('no'), undefined))).toBe(true);
  expect(isPermanent(new Error('Connection terminated unexpectedly'))).toBe(false);
});
