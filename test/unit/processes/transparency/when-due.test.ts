import { describe, expect, test } from 'vitest';
import { isDue } from '../../../../src/processes/transparency/when-due.ts';

const at = (text: string) => new Date(`2026-03-01T${text}Z`);
const signed = (text: string) => ({ signed_at: at(text) });

describe('a checkpoint is due', () => {
  test('a checkpoint is due when none was signed yet', () => {
    expect(isDue(at('12:00:00'), undefined)).toBe(true);
  });

  test('a checkpoint is due ten minutes after the latest, and not before', () => {
    expect(isDue(at('12:09:59'), signed('12:00:00'))).toBe(false);
    expect(isDue(at('12:10:00'), signed('12:00:00'))).toBe(true);
  });

  test('a checkpoint is due when a day of UTC has ended', () => {
    expect(isDue(at('23:59:59'), signed('23:59:00'))).toBe(false);
    expect(isDue(new Date('2026-03-02T00:00:00Z'), signed('23:59:00'))).toBe(true);
  });

  test('a checkpoint is due ten minutes later also by a clock that was set back', () => {
    expect(isDue(at('11:55:00'), signed('12:00:00'))).toBe(false);
    expect(isDue(at('11:50:00'), signed('12:00:00'))).toBe(true);
  });
});
