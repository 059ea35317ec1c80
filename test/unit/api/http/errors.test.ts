import pg from 'pg';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { describeError, errorBody, HttpError, toHttpError } from '../../../../src/api/http/errors.ts';
import { en } from '../../../../src/api/http/messages/en.ts';
import { validate } from '../../../../src/commands/fields/validate.ts';
import { conflict, invalid, Refusal } from '../../../../src/domain/refusal.ts';

const bodyOf = (error: unknown) => errorBody(toHttpError(error), 'en', 'r1');
/** What the text of a code has places for. */
const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

test('what a read model can not answer in its present shape may be asked again, and a fault of ours may not', () => {
  const said = (code: string, message: string) => {
    const { status, retryAfter } = toHttpError(Object.assign(new pg.DatabaseError(message, 1, 'error'), { code }));
    return [status, retryAfter];
  };
  expect(said('42P01', 'relation "read.orders" does not exist')).toEqual([503, 1]);
  expect(said('42703', 'column "served_ms" does not exist')).toEqual([503, 1]);
  expect(said('42P01', 'relation "orders" does not exist')).toEqual([500, undefined]);
  expect(said('42601', 'syntax error')).toEqual([500, undefined]);
});

describe('what an error tells programs', () => {
  const codes = Object.entries(en).map(([code, text]) => [code, placesOf(text)] as const);
  it.each(codes.filter(([, places]) => places.length > 0))(
    'the values in the text of %s are in details',
    (code, places) => {
      const params = Object.fromEntries(places.map((name, index) => [name, name === 'field' ? 'a[0].b' : index]));
      const { field: path, message: _, retry_after: __, ...values } = params;
      const { field, details } = bodyOf(new HttpError(400, code, params));
      expect({ field, details: details ?? {} }).toEqual({ field: path, details: values });
    },
  );

  it('an error without a field and without values has neither', () => {
    expect(bodyOf(conflict('order_already_cancelled'))).toEqual({
      message: en.order_already_cancelled,
      code: 'order_already_cancelled',
      request_id: 'r1',
    });
  });

  it('the field of a check of the form is its path, and what is allowed is a list', () => {
    const refusal = (() => {
      try {
        return validate(z.object({ items: z.array(z.object({ kind: z.enum(['a', 'b']) })) }), {
          items: [{ kind: 'c' }],
        });
      } catch (error) {
        return error;
      }
    })();
    expect(bodyOf(refusal)).toMatchObject({
      message: 'Field items[0].kind must be one of: a, b',
      field: 'items[0].kind',
      details: { allowed: ['a', 'b'] },
    });
  });

  it('who has the table stands beside details, and the wait of 429 does too', () => {
    const taken = { table_id: 7, date: '2026-03-01', start_time: '18:00', end_time: '20:00' };
    const busy = bodyOf(new Refusal('conflict', 'table_busy', { table_id: 7 }, { conflict: taken }));
    expect(busy).toMatchObject({ conflict: taken });
    expect(busy).not.toHaveProperty('details');
    const later = bodyOf(new HttpError(429, 'rate_limited', { retry_after: 3 }, 3));
    expect(later).not.toHaveProperty('details');
    expect(later.retry_after).toBe(3);
  });

  it('the words of another service stay in the text', () => {
    const body = bodyOf(conflict('loyalty_refused', { message: 'Ask Anvar' }));
    expect(body.message).toContain('Ask Anvar');
    expect(body).not.toHaveProperty('details');
  });

  it('in a batch an error has the same field and values', () => {
    const request = { language: 'en', logFault: () => {} } as const;
    expect(describeError(invalid('field_too_big', { field: 'quantity', max: 5 }), request)).toEqual({
      code: 'field_too_big',
      message: 'Field quantity must not be greater than 5',
      field: 'quantity',
      details: { max: 5 },
    });
    expect(describeError(conflict('shift_not_open'), request)).toMatchObject({ field: null, details: null });
  });
});
