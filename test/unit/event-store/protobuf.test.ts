import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesField, eachField, messageField, numberField } from '../../../src/event-store/eventstoredb/protobuf.ts';

const fieldsOf = (message: Buffer) => {
  const fields: unknown[] = [];
  eachField(message, 0, message.length, (field, start, end, value) => {
    fields.push([field, end > start ? message.toString('utf8', start, end) : value]);
  });
  return fields;
};

test('numbers and texts are read as they were written', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.maxSafeNat(),
      fc.string({ minLength: 1, unit: 'grapheme' }),
      (field, number, text) => {
        const message = Buffer.concat([numberField(field, number), bytesField(field + 1, text)]);
        expect(fieldsOf(message)).toEqual([
          [field, number],
          [field + 1, text],
        ]);
        const [outer] = [messageField(3, message)];
        eachField(outer, 0, outer.length, (_, start, end) => expect(outer.subarray(start, end)).toEqual(message));
      },
    ),
  );
});

test('what is cut short, or of no known kind, is an error and no endless loop', () => {
  expect(() => fieldsOf(Buffer.from([0x08, 0x80]))).toThrow('cut short');
  expect(() => fieldsOf(Buffer.from([0x0b]))).toThrow('can not be read');
});

test('fields of fixed length are passed over', () => {
  const fixed = Buffer.from([0x09, ...Array(8).fill(1), 0x15, ...Array(4).fill(1)]);
  expect(fieldsOf(Buffer.concat([fixed, numberField(4, 5)]))).toEqual([[4, 5]]);
});
