import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as fields from '../../../../src/commands/fields/fields.ts';
import { validate } from '../../../../src/commands/fields/validate.ts';
import { Refusal } from '../../../../src/domain/refusal.ts';

const refusalOf = (schema: z.ZodType, value: unknown): Refusal => {
  try {
    validate(schema, value);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(value)} passed`);
};

const codeOf = (type: z.ZodType, value: unknown): string => {
  const { kind, code, params } = refusalOf(z.object({ value: type }), { value });
  expect([kind, params.field]).toEqual(['invalid', 'value']);
  return code;
};

describe('validate', () => {
  it('validate answers what the schema makes of the value, and ignores what it does not know', () => {
    const schema = z.object({ id: fields.uuid(), note: z.string().default('none') });
    const id = 'AAAAAAAA-1111-1111-1111-111111111111';
    expect(validate(schema, { id, status: 'CLOSED' })).toEqual({ id: id.toLowerCase(), note: 'none' });
  });

  it('validate names the field as a path', () => {
    const schema = z.object({
      client: z.object({ phone: z.string() }),
      items: z.array(z.object({ product_id: fields.id(), modifiers: z.array(z.object({ product_id: fields.id() })) })),
    });
    const client = { phone: '1' };
    const item = { product_id: 1, modifiers: [] };
    const fieldOf = (value: unknown) => refusalOf(schema, value).params.field;
    expect(fieldOf({ client: {}, items: [] })).toBe('client.phone');
    expect(fieldOf({ client, items: [item, { ...item, product_id: 'x' }] })).toBe('items[1].product_id');
    expect(fieldOf({ client, items: [{ ...item, modifiers: [{ product_id: 1 }, {}] }] })).toBe(
      'items[0].modifiers[1].product_id',
    );
    expect(fieldOf({ client, items: {} })).toBe('items');
    expect(fieldOf({ client, items: [null] })).toBe('items[0]');
    expect(fieldOf([])).toBe('body');
  });

  it('validate tells the first problem only, in the order of the schema', () => {
    const schema = z.object({ a: z.string(), b: z.int() });
    expect(refusalOf(schema, { b: 'x' }).params).toEqual({ field: 'a' });
    expect(refusalOf(schema, { a: 'x', b: 'x' }).params).toEqual({ field: 'b' });
  });

  it('validate never quotes the value, which may be personal', () => {
    const { code, params, message } = refusalOf(z.object({ phone: z.uuid() }), { phone: '+998901234567' });
    expect(JSON.stringify([code, params, message])).not.toContain('998901234567');
  });

  it.each([
    ['missing', undefined, z.string(), 'field_required'],
    ['missing object', undefined, z.object({}), 'field_required'],
    ['missing choice', undefined, z.enum(['a']), 'field_required'],
    ['missing of two kinds', undefined, z.union([z.string(), z.int()]), 'field_required'],
    ['missing uuid', undefined, fields.uuid(), 'field_required'],
    ['null', null, z.string(), 'field_not_string'],
    ['null for an integer', null, z.int(), 'field_not_number'],
    ['number for a string', 1, z.string(), 'field_not_string'],
    ['string for an integer', '1', z.int(), 'field_not_number'],
    ['fraction', 1.5, z.int(), 'field_not_integer'],
    ['string for a boolean', 'true', z.boolean(), 'field_not_boolean'],
    ['object for an array', {}, z.array(z.int()), 'field_not_array'],
    ['array for an object', [], z.object({}), 'field_not_object'],
    ['NaN', Number.NaN, z.number(), 'field_not_number'],
    ['infinity', Number.POSITIVE_INFINITY, z.number(), 'field_not_number'],
    ['not a uuid', 'x', fields.uuid(), 'field_not_uuid'],
    ['not a date', '2026-02-30', z.iso.date(), 'field_not_date'],
    ['no offset', '2026-02-20T10:00:00', fields.instant(), 'field_not_timestamp'],
    ['not a choice', 'c', z.enum(['a', 'b']), 'field_not_allowed'],
    ['not the value', 'c', z.literal('a'), 'field_not_allowed'],
    ['of no kind', {}, z.union([z.string(), z.int()]), 'field_invalid'],
    ['not a time of day', '25:00', fields.timeOfDay(), 'field_not_time'],
    ['a time of one digit', '9:00', fields.timeOfDay(), 'field_not_time'],
    ['not an end of the day', '24:01', fields.endOfDay(), 'field_not_time'],
    ['of another pattern', 'x', z.string().regex(/y/), 'field_invalid'],
    ['not an address', 'nonsense', fields.url(), 'field_not_url'],
    ['NUL', 'a\0b', fields.text(10), 'field_not_text'],
    ['half a character', '\ud800', fields.text(10), 'field_not_text'],
    ['blank', '  ', fields.name(), 'field_empty'],
    ['empty list', [], z.array(z.int()).min(1), 'field_empty'],
    ['long', 'x'.repeat(11), fields.text(10), 'field_too_long'],
    ['long list', [1, 2], z.array(z.int()).max(1), 'field_too_long'],
    ['big', 100_000, fields.quantity(), 'field_too_big'],
    ['unsafe', 2 ** 53, fields.id(), 'field_too_big'],
    ['negative', -1, fields.money(), 'field_too_small'],
    ['zero', 0, fields.quantity(), 'field_not_above'],
    ['too precise', 0.1234, fields.quantity(), 'quantity_too_precise'],
  ])('%s', (_, value, type: z.ZodType, code) => {
    expect(codeOf(type, value)).toBe(code);
  });

  it('validate tells the bounds and the choices', () => {
    const paramsOf = (type: z.ZodType, value: unknown) => refusalOf(z.object({ value: type }), { value }).params;
    expect(paramsOf(fields.text(10), 'x'.repeat(11))).toEqual({ field: 'value', max: 10 });
    expect(paramsOf(z.number().min(-90), -91)).toEqual({ field: 'value', min: -90 });
    expect(paramsOf(fields.quantity(), 0)).toEqual({ field: 'value', min: 0 });
    expect(paramsOf(z.enum(['a', 'b']), 'c')).toEqual({ field: 'value', allowed: ['a', 'b'] });
  });
});
