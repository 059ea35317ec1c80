import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestCluster } from '../../test/support/cluster.ts';
import { startApp } from '../support/app.ts';
import { runLoad } from '../support/load.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { ageServer } from '../support/wal.ts';
import { overlaps, type Request } from './overlaps.ts';
import type { Span } from './trace.ts';

/**
 * What the slowest orders had beside them: places orders with 1, 4, 16 and 64 connections in a process that notes its
 * collections, its long turns and its statements, and prints for the slowest 1 % and for those in the middle how many
 * milliseconds of a request each took. They run beside one another, so the parts of a row are more than the whole.
 */
const CONNECTIONS = [1, 4, 16, 64];
const ORDERS = 8_000;
const WARM_UP = 20_000;

const folder = await mkdtemp(join(tmpdir(), 'tillstream-tail-'));
const trace = join(folder, 'spans.json');
process.env.BENCH_TRACE = trace;
const cluster = await startTestCluster({ onDisk: true });
try {
  await ageServer(cluster.adminUrl);
  const app = await startApp(cluster.adminUrl);
  const nextBody = await createOrderBodies(app);
  const load = { url: app.url, path: '/v1/orders', token: app.token, nextBody };
  await runLoad({ ...load, amount: WARM_UP });
  await app.shown();
  const measured = new Map<number, Request[]>();
  for (const connections of CONNECTIONS) {
    const requests: Request[] = [];
    const onAnswer = (to: number, took: number): void => void requests.push({ from: to - took, to });
    await runLoad({ ...load, connections, amount: ORDERS, onAnswer });
    await app.shown();
    measured.set(connections, requests);
    console.error(connections === 1 ? '1 connection' : `${connections} connections`);
  }
  await app.stop();
  const spans = JSON.parse(await readFile(trace, 'utf8')) as Span[];
  const kinds = [...new Set(spans.map(({ kind }) => kind))].sort();
  console.log(`| connections | requests | ms | ${kinds.join(' | ')} |`);
  console.log(`|${' --- |'.repeat(kinds.length + 3)}`);
  for (const [connections, requests] of measured) {
    const sorted = requests.toSorted((a, b) => a.to - a.from - (b.to - b.from));
    const at = (share: number): number => Math.floor(sorted.length * share);
    const groups = [
      ['the middle', sorted.slice(at(0.45), at(0.55))],
      ['the slowest 1 %', sorted.slice(at(0.99))],
    ] as const;
    for (const [name, group] of groups) {
      const whole = group.reduce((sum, { from, to }) => sum + to - from, 0) / group.length;
      const parts = kinds.map((kind) =>
        overlaps(
          group,
          spans.filter((span) => span.kind === kind),
        ).toFixed(1),
      );
      console.log(`| ${connections} | ${name} | ${whole.toFixed(1)} | ${parts.join(' | ')} |`);
    }
  }
} finally {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
