import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createRegistry } from '../../../src/api/http/operational.ts';
import { allMetrics } from '../../../src/metrics/table.ts';
import { need, pathOf, run, textOf } from './programs.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const RULES = 'deploy/prometheus/tillstream.rules.yml';
const rules: readonly Rule[] = parse(textOf(RULES)).groups[0].rules;

test('each alarm asks metrics that there are, and has its paragraph in the runbook; each paragraph has its alarm', () => {
  const page = textOf('docs/operations.md');
  const names = [
    ...allMetrics().map(({ name }) => name),
    ...createRegistry()
      .getMetricsAsArray()
      .map(({ name }) => name),
  ];
  for (const { alert, expr, labels, annotations } of rules) {
    for (const [name] of expr.matchAll(/\btillstream_\w+/g))
      expect(names, alert).toContain(name.replace(/_bucket$/, ''));
    expect(['page', 'look']).toContain(labels.severity);
    expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
  }
  const paragraphs = [...page.matchAll(/^#### (Tillstream\w+)\n\n\S.{60,}/gm)].map(([, alert]) => alert);
  expect(paragraphs).toEqual(rules.map(({ alert }) => alert));
});

test('promtool accepts the rules and the sample, and the rules alarm when they should, and not otherwise', (context) => {
  need(context, 'promtool');
  expect(run('promtool', ['check', 'rules', pathOf(RULES)])).toMatchObject({ code: 0 });
  expect(
    run('promtool', ['check', 'config', '--syntax-only', pathOf('deploy/prometheus/prometheus.yml')]),
  ).toMatchObject({
    code: 0,
  });
  const { code, said } = run('promtool', ['test', 'rules', pathOf('deploy/prometheus/tillstream.test.yml')]);
  expect(code, said).toBe(0);
});
