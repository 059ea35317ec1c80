import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leafOf } from '../../../back-office/src/proofs/canonical.ts';
import { goesOn } from '../../../back-office/src/proofs/consistency.ts';
import { leafOf as leafOfServer } from '../../../src/transparency/leaf.ts';
import { consistencyProof, treeHash } from '../../support/merkle-by-definition.ts';

const LEAVES = Array.from({ length: 19 }, (_, index) => `event ${index}`);
const headOf = (size: number) => ({ size, root: treeHash(LEAVES.slice(0, size)).toString('base64') });
const pathOf = (from: number, to: number) =>
  consistencyProof(from, LEAVES.slice(0, to)).map((hash) => hash.toString('base64'));

describe('the page', () => {
  test('takes a log that goes on from what it has seen, and no other', async () => {
    for (let to = 1; to <= LEAVES.length; to += 1) {
      for (let from = 1; from <= to; from += 1) {
        const path = pathOf(from, to);
        expect(await goesOn(headOf(from), headOf(to), path), `${from} to ${to}`).toBe(true);
        expect(await goesOn(headOf(from), headOf(to), [...path, headOf(1).root])).toBe(false);
        if (from === to) continue;
        const other = { size: from, root: treeHash(['rewritten', ...LEAVES.slice(1, from)]).toString('base64') };
        expect(await goesOn(other, headOf(to), path), `rewritten ${from} to ${to}`).toBe(false);
        expect(await goesOn(headOf(from), headOf(to), path.slice(1))).toBe(false);
        expect(await goesOn(headOf(to), headOf(from), path), 'backwards').toBe(false);
      }
    }
  });

  test('writes each event as its leaf has it, whatever the names and texts', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('\ud800', 'Ўзбек', '😀', '\u2028', '10', '9', '"\\\\ud8'));
    const value = fc.oneof(fc.nat(), text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null));
    const event = fc.record({
      data: fc.dictionary(text, fc.oneof(value, fc.array(value), fc.dictionary(text, value))),
      id: fc.string(),
      metadata: fc.dictionary(fc.string(), fc.string()),
      position: fc.nat(),
      recorded_at: fc.string(),
      revision: fc.nat(),
      stream: fc.string(),
      type: fc.string(),
    });
    fc.assert(
      fc.property(event, (each) => {
        expect(leafOf(each)).toBe(leafOfServer(each as never));
      }),
    );
  });
});
