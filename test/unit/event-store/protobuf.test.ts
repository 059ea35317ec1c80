import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeMessage } from '../../../src/event-store/eventstoredb/messages/message-writer.ts';
import {
  bytesField,
  eachField,
  messageField,
  numberField,
} from '../../../src/event-store/eventstoredb/messages/protobuf.ts';

const fieldsOf = (message: Buffer) => {
  const fields: unknown[] = [];
  eachField(message, 0, message.length, (field, start, end, value) => {
    fields.push([field, end > start ? message.toString('utf8', start, end) : value]);
  });
  return fields;
};

test('protobuf numbers and texts are read as they were written', () => {
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

test('a protobuf message that is cut short, or of an unknown kind, is an error and no endless loop', () => {
  expect(() => fieldsOf(Buffer.from([0x08, 0x80]))).toThrow('cut short');
  expect(() => fieldsOf(Buffer.from([0x0b]))).toThrow('can not be read');
});

test('protobuf fields of fixed length are skipped', () => {
  const fixed = Buffer.from([0x09, ...Array(8).fill(1), 0x15, ...Array(4).fill(1)]);
  expect(fieldsOf(Buffer.concat([fixed, numberField(4, 5)]))).toEqual([[4, 5]]);
});

test('a message written backwards has the bytes of one put together, also where it is larger than the shared buffer', () => {
  const numbers = fc.oneof(fc.constantFrom(0, 127, 128, 16_384), fc.maxSafeNat());
  const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('ы'.repeat(100_000)));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), numbers, texts, fc.uint8Array(), (field, number, text, data) => {
      const written = writeMessage(text.length * 3 + data.length + 100, (writer) => {
        writer.raw(data);
        writer.message(field, () => {
          writer.number(field + 2, number);
          writer.bytes(field + 1, text);
          writer.bytes(field, data);
        });
      });
      const inner = [bytesField(field, data), bytesField(field + 1, text), numberField(field + 2, number)];
      expect(written.equals(Buffer.concat([messageField(field, ...inner), data]))).toBe(true);
    }),
    { numRuns: 50 },
  );
});
