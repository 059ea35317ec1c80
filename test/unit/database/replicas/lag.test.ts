import { describe, expect, test } from 'vitest';
import { createLag } from '../../../../src/database/replicas/lag.ts';
import { createAskPrimary, endOfLastRecord } from '../../../../src/database/replicas/primary-position.ts';

describe('the lag of a replica', () => {
  test('is the time since the primary wrote the first that is missing', () => {
    const lag = createLag();
    lag.note(0, 100);
    lag.note(250, 200);
    lag.note(500, 200);
    lag.note(750, 300);
    expect(lag.of(800, 300)).toBe(0);
    expect(lag.of(800, 299)).toBe(50);
    const other = createLag();
    for (const [at, written] of [
      [0, 100],
      [250, 200],
      [500, 300],
    ] as const)
      other.note(at, written);
    expect(other.of(600, 100)).toBe(350);
    expect(other.of(700, 100)).toBe(450);
    expect(other.of(700, 250)).toBe(200);
  });

  test('does not begin while nothing is written', () => {
    const lag = createLag();
    for (let at = 0; at < 10_000; at += 250) lag.note(at, 100);
    expect(lag.of(10_000, 100)).toBe(0);
    lag.note(10_250, 200);
    expect(lag.of(10_260, 100)).toBe(10);
  });

  test('goes on for a replica that never comes back, and what is noted of it is bounded', () => {
    const lag = createLag();
    for (let note = 0; note < 5_000; note++) lag.note(note, note);
    expect(lag.of(5_000, 0)).toBe(4_999);
  });

  test('a replica is near as long as it has what was noted before the last', () => {
    const lag = createLag();
    lag.note(0, 100);
    lag.note(250, 200);
    expect(lag.isNear(99)).toBe(false);
    expect(lag.isNear(100)).toBe(true);
  });
});

describe('the position of the primary', () => {
  test('is the end of a record, also where the next one begins behind the header of a page or a file', () => {
    const page = 8_192;
    const file = 16 * 1024 * 1024;
    const of = (written: number) => endOfLastRecord({ written, file_offset: written % file, page });
    expect(of(3 * file + 5 * page + 512)).toBe(3 * file + 5 * page + 512);
    expect(of(3 * file + 5 * page + 24)).toBe(3 * file + 5 * page);
    expect(of(3 * file + 40)).toBe(3 * file);
    // A record may end there within a file.
    expect(of(3 * file + 5 * page + 40)).toBe(3 * file + 5 * page + 40);
  });

  test('was asked for after each caller came, with one question for those who come meanwhile', async () => {
    let asked = 0;
    const answers: (() => void)[] = [];
    const query = () =>
      new Promise((resolve) => {
        const written = ++asked;
        answers.push(() =>
          resolve({
            rows: [{ written, flushed: 1e9, file_name: '000000020000000000000001', file_offset: 99, page: 8_192 }],
          }),
        );
      });
    const ask = createAskPrimary({ query } as never);
    const first = ask();
    await Promise.resolve();
    await Promise.resolve();
    const later = [ask(), ask(), ask()];
    expect(asked).toBe(1);
    answers[0]!();
    expect(await first).toEqual({ written: 1, timeline: 2 });
    await new Promise(setImmediate);
    expect(asked).toBe(2);
    answers[1]!();
    expect((await Promise.all(later)).map(({ written }) => written)).toEqual([2, 2, 2]);
  });
});
