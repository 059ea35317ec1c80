import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ExportLine } from '../../../src/transparency/export-line.ts';
import { compareShown } from '../../../src/transparency/shown-data.ts';

/** Version 2 has a currency, and version 3 keeps the note with the person. */
const catalogue = {
  Paid: {
    version: 3,
    schema: z.object({
      amount: z.int(),
      currency: z.string(),
      personal: z.object({ client_id: z.int().nullable(), note: z.string().nullable() }),
    }),
    upcasters: {
      1: (paid: object) => ({ ...paid, currency: 'UZS' }),
      2: ({ note, ...paid }: { note: string }) => ({ ...paid, personal: { client_id: null, note } }),
    },
  },
  Ended: { version: 2, schema: z.object({}), upcasters: {} },
};

const line = (
  data: ExportLine['data'],
  stored?: ExportLine['stored'],
  change: Partial<ExportLine> = {},
): ExportLine => ({
  position: 1,
  stream: 'order-1',
  revision: 0,
  event_id: 'e',
  type: 'Paid',
  schema_version: 3,
  recorded_at: '',
  occurred_at: '',
  actor: {},
  command_id: '',
  correlation_id: '',
  causation_id: null,
  data,
  ...(stored && { stored }),
  ...change,
});
const compare = (...asked: Parameters<typeof line>) => compareShown(line(...asked), catalogue);
const sealed = { subject: 's', sealed: 'x' };
const metadata = (schema_version: number) => ({ metadata: { schema_version } });
const data = { amount: 5, currency: 'UZS', personal: { client_id: null, note: 'late' } };

describe('data that are shown, beside those that are stored', () => {
  test('what is shown as it is stored needs nothing', () => {
    expect(compare(data)).toEqual({ sealed: [] });
    expect(compare(data, { metadata: { point_id: 'p' } })).toEqual({ sealed: [] });
  });

  test('an older shape must give what is shown', () => {
    const stored = { data: { amount: 5, note: 'late' }, ...metadata(1) };
    expect(compare(data, stored)).toEqual({ sealed: [] });
    for (const shown of [
      { ...data, amount: 6 },
      { ...data, currency: 'EUR' },
      { ...data, more: 1 },
      { ...data, personal: { client_id: null, note: 'early' } },
      { amount: 5, currency: 'UZS' },
    ]) {
      expect(compare(shown, stored).problem, JSON.stringify(shown)).toContain('other data');
    }
    expect(compare(data, { ...stored, personal: sealed }).problem).toContain('twice');
  });

  test('a shape that this program does not know, or cannot bring up to date, is named', () => {
    const stored = { data: { amount: 5, note: 'late' }, ...metadata(1) };
    expect(compare(data, stored, { schema_version: 4 }).problem).toContain('version 4 of Paid');
    expect(compare(data, stored, { type: 'Unknown' }).problem).toContain('version 3 of Unknown');
    expect(compare({}, { data: {}, ...metadata(1) }, { type: 'Ended', schema_version: 2 }).problem).toContain(
      'up to date',
    );
    expect(compare(data, metadata(1)).problem).toContain('in the shape that is shown');
  });

  test('a sealed part is named by its members, and its ids must be those of the person', () => {
    expect(compare(data, { personal: sealed })).toEqual({ sealed: ['data.personal.note'] });
    const named = { ...data, personal: { client_id: 7, note: 'late' } };
    expect(compare(named, { personal: { client_id: 7, ...sealed } }).problem).toBeUndefined();
    expect(compare(named, { personal: { client_id: 8, ...sealed } }).problem).toContain('another person');
    expect(compare(named, { personal: sealed }).problem).toContain('another person');
    expect(compare({ ...data, personal: { more: 1 } }, { personal: sealed }).problem).toBe('Paid has no personal.more');
    expect(compare(data, { personal: { client_id: null, note: 'early' } }).problem).toContain('not sealed');
    expect(compare(data, { personal: { ...sealed, note: 'early' } }).problem).toContain('not sealed');
  });

  test('a sealed part of an older shape leaves the rest to be compared', () => {
    const shown = { amount: 5, currency: 'UZS', personal: { client_id: 7, note: 'late' } };
    const catalogueOfOne = { Paid: { ...catalogue.Paid, version: 2 } };
    const older = (amount: number) =>
      compareShown(
        line(
          { ...shown, amount },
          { data: { amount: 5, personal: { client_id: 7, ...sealed } }, ...metadata(1) },
          { schema_version: 2 },
        ),
        catalogueOfOne,
      );
    expect(older(5)).toEqual({ sealed: ['data.personal.note'] });
    expect(older(6).problem).toContain('other data');
  });
});
