import { expect, test } from 'vitest';
import { createCompany } from '../../../../src/api/http/company.ts';

/** `count` requests, and what they did, in its order. Each notes that it came, waits for company, and notes that it went on. */
const play = async (count: number): Promise<string[]> => {
  const company = createCompany();
  const did: string[] = [];
  const held = Promise.withResolvers<void>();
  const requests = Array.from({ length: count }, (_, index) =>
    company.count(async () => {
      // All of them are under way before the first one asks for company.
      await held.promise;
      did.push(`${index} came`);
      const gathered = company.gathered();
      if (gathered) await gathered;
      did.push(`${index} went on`);
    }),
  );
  held.resolve();
  await Promise.all(requests);
  return did;
};

const each = (count: number, what: string): string[] => Array.from({ length: count }, (_, index) => `${index} ${what}`);

test('many requests that come in one turn of the event loop go on together at its end, in their order', async () => {
  expect(await play(8)).toEqual([...each(8, 'came'), ...each(8, 'went on')]);
});

test('one of a few requests does not wait for company', async () => {
  expect(await play(7)).toEqual(each(7, '').flatMap((name) => [`${name}came`, `${name}went on`]));
});

test('requests that are done, also by an error, are no company', async () => {
  const company = createCompany();
  await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      company.count(async () => {
        if (index % 2 === 0) throw new Error('refused');
      }),
    ),
  );
  await company.count(async () => expect(company.gathered()).toBeUndefined());
});

test('what comes after the end of a turn gathers for the next one', async () => {
  const company = createCompany();
  const leave = Promise.withResolvers<void>();
  const others = Array.from({ length: 8 }, () => company.count(() => leave.promise));
  const first = company.gathered();
  expect(company.gathered()).toBe(first);
  await first;
  expect(company.gathered()).not.toBe(first);
  leave.resolve();
  await Promise.all(others);
});
