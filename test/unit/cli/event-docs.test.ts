import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeEvents } from '../../../src/cli/event-docs.ts';
import { eventCatalogue } from '../../../src/domain/event-catalogue.ts';

const page = readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8');

test('docs/events.md is what `npm run docs:events` writes', () => {
  expect(page).toBe(describeEvents());
});

test('no event type is left out of docs/events.md', () => {
  const documented = [...page.matchAll(/^### (\w+)$/gm)].map(([, type]) => type);
  expect(documented.toSorted()).toEqual(Object.keys(eventCatalogue).toSorted());
});
