import { describe, expect, it } from 'vitest';
import { customerAnswer, holdAnswer, wordsOf } from '../../../../src/domain/loyalty/answers.ts';

const NUL = '\0';
const HALF = '\ud83d';
const isKept = (text: string) => text.isWellFormed() && !text.includes(NUL);

describe('answers of a loyalty service', () => {
  it.each([`G${NUL}1`, `G${HALF}1`, HALF])('an id that no caller could send back is no id: %j', (id) => {
    expect(customerAnswer.safeParse({ customer_id: id }).success).toBe(false);
    expect(holdAnswer.safeParse({ hold_id: id }).success).toBe(false);
  });

  it.each(['G-1', 'гость 7', '😀', 7])('any other id is taken as it is: %j', (id) => {
    expect(customerAnswer.parse({ customer_id: id }).customer_id).toBe(id);
    expect(holdAnswer.parse({ hold_id: id }).hold_id).toBe(id);
  });

  it.each(['name', 'phone', 'level'] as const)('a %s is one line that can be stored', (field) => {
    const read = (text: string) => customerAnswer.parse({ customer_id: 'G', [field]: text })[field]!;
    expect(read(`A${NUL}ziza\n \u202eK.`)).toBe('A ziza K.');
    expect(isKept(read(`Aziza ${HALF}`))).toBe(true);
    // The cut goes through the middle of a sign.
    const long = read(`A${'😀'.repeat(200)}`);
    expect(long).toHaveLength(255);
    expect(long.isWellFormed()).toBe(true);
  });

  it('the words of a refusal are one line that can be stored', () => {
    expect(wordsOf({ message: `No${NUL}\npoints.` })).toBe('No points');
    expect(wordsOf({ message: `A${'😀'.repeat(200)}` })!.isWellFormed()).toBe(true);
  });
});
