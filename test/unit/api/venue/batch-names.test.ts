import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBatchNames } from '../../../../src/api/venue/batch-names.ts';

describe('the names within a batch', () => {
  it('a name stands for the id wherever it is asked for, and nothing else is touched', () => {
    const names = createBatchNames();
    names.requireFree('hall');
    names.keep('hall', 7);
    const other = { $: 'hall', and: 1 };
    const body = { hall_id: { $: 'hall' }, lists: [[{ $: 'hall' }], 1], other, text: '$hall' };
    expect(names.filled(body)).toEqual({ hall_id: 7, lists: [[7], 1], other, text: '$hall' });
  });

  it('a name that nothing has is refused with the path of the field', () => {
    const names = createBatchNames();
    names.requireFree('later');
    for (const name of ['later', 'none', '__proto__']) {
      expect(() => names.filled({ a: [{ b: { $: name } }] })).toThrow(
        expect.objectContaining({ code: 'name_unknown', params: { field: 'a[0].b', name } }),
      );
    }
    expect(() => names.requireFree('later')).toThrow(expect.objectContaining({ code: 'name_taken' }));
  });

  it('a body without names is the same body', () => {
    const names = createBatchNames();
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
        fc.pre(!JSON.stringify(body).includes('"$"'));
        return names.filled(body) === body;
      }),
    );
  });
});
