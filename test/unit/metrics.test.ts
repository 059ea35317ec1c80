import { readFileSync } from 'node:fs';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createRegistry } from '../../src/api/http/operational.ts';
import { dashboard } from '../../src/metrics/dashboard.ts';
import { counterOf, timesOf } from '../../src/metrics/make.ts';
import { metricsPage } from '../../src/metrics/page.ts';
import { allMetrics, mostSeries } from '../../src/metrics/table.ts';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const seriesOf = (text: string): string[] => text.split('\n').filter((line) => line && !line.startsWith('#'));

/** One scrape is then some 80 kB, whatever a process was asked for. */
const MOST_SERIES = 800;

test('docs/metrics.md and the dashboard are what `npm run docs:metrics` writes', () => {
  expect(read('docs/metrics.md')).toBe(metricsPage());
  expect(JSON.parse(read('deploy/grafana/tillstream.json'))).toEqual(dashboard());
});

test('each metric is in the docs and on the dashboard, and each that is named there exists', () => {
  const names = allMetrics().map(({ name }) => name);
  const ofNode = createRegistry()
    .getMetricsAsArray()
    .map(({ name }) => name);
  for (const file of ['docs/metrics.md', 'deploy/grafana/tillstream.json', 'docs/operations.md']) {
    const named = [...read(file).matchAll(/\btillstream_[a-z0-9_]+\b(?!\*)/g)]
      .map(([name]) => name.replace(/_bucket$/, ''))
      .filter((name) => !name.endsWith('_'));
    if (file !== 'docs/operations.md') for (const name of names) expect(named, file).toContain(name);
    expect(named.filter((name) => !names.includes(name) && !ofNode.includes(name), file)).toEqual([]);
  }
});

test('a process has fewer than 800 series, whatever its callers send', async () => {
  const node = createRegistry();
  const ofNode = seriesOf(await node.metrics()).length;
  expect(ofNode).toBeGreaterThan(20);
  // Three kinds of collections, and resources of six kinds, may come later.
  const most = allMetrics().reduce((sum, metric) => sum + mostSeries(metric), ofNode + 30);
  expect(most).toBeLessThan(MOST_SERIES);
});

test('labels beyond the bound of their metric count as others, and none is lost', async () => {
  const registry = new Registry();
  const count = counterOf(registry, 'too_many_requests_total');
  for (let nth = 0; nth < 1_000; nth++) count({ reason: `reason ${nth}` });
  const series = seriesOf(await registry.metrics());
  expect(series).toHaveLength(21);
  expect(series.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)).toBe(1_000);
  expect(series).toContain('tillstream_too_many_requests_total{reason="other"} 980');
  const note = timesOf(registry, 'http_request_duration_seconds');
  for (let nth = 0; nth < 1_000; nth++) note({ group: `group ${nth}` }, 1);
  expect(await registry.getSingleMetricAsString('tillstream_http_request_duration_seconds')).toContain(
    'tillstream_http_request_duration_seconds_count{group="other"} 990',
  );
});
