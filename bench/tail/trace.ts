import { writeFileSync } from 'node:fs';
import { type PerformanceEntry, PerformanceObserver, performance } from 'node:perf_hooks';
import pg from 'pg';

/** What a process was busy with, or waited for, from an instant to another: milliseconds since the epoch. */
export interface Span {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

const spans: Span[] = [];
const epoch = (moment: number): number => performance.timeOrigin + moment;
const note = (kind: string, from: number, to: number): void => {
  spans.push({ kind, from: epoch(from), to: epoch(to) });
};

/** Collections of garbage: 1 is a scavenge, 4 and 8 are parts of a full one. */
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { startTime, duration, detail } = entry as PerformanceEntry & { readonly detail: { readonly kind: number } };
    const { kind } = detail;
    note(kind === 1 ? 'collection of young objects' : 'collection of old objects', startTime, startTime + duration);
  }
}).observe({ entryTypes: ['gc'] });

/** A timer of a millisecond that comes later than this was kept from it by one long turn of the event loop. */
const LATE_MS = 2;
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  if (now - last > 1 + LATE_MS) note('a turn of the event loop over 2 ms', last + 1, now);
  last = now;
}, 1).unref();

const kindOf = (text: string): string => {
  if (/log\.append/.test(text)) return 'an append at Postgres';
  if (/\btree\.|app\.tree|log\.index|event_index/.test(text)) return 'tree and index at Postgres';
  if (/\bread\.|app\.checkpoints|^\s*(begin|commit)/i.test(text)) return 'read models at Postgres';
  return 'other statements at Postgres';
};

interface Asked {
  readonly text?: string;
  callback?: (...answer: unknown[]) => void;
}

// Our client hands pg a query that has its text and its callback.
const { prototype } = pg.Client as unknown as { prototype: { query(asked: Asked): unknown } };
const ask = prototype.query;
prototype.query = function (asked: Asked, ...rest: unknown[]): unknown {
  const { text, callback } = asked;
  if (text !== undefined && callback) {
    const from = performance.now();
    asked.callback = (...answer) => {
      note(kindOf(text), from, performance.now());
      callback(...answer);
    };
  }
  return (ask as (...all: unknown[]) => unknown).call(this, asked, ...rest);
};

process.once('exit', () => writeFileSync(process.env.BENCH_TRACE!, JSON.stringify(spans)));
