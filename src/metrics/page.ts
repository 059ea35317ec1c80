import { allMetrics, ROWS } from './table.ts';

const BEGIN = `# Metrics

What \`/metrics\` tells Prometheus. [Monitoring](operations.md#monitoring) says who may read it. This page, and the dashboard in \`deploy/grafana\`, are made by
\`npm run docs:metrics\` from the table in \`src/metrics/table.ts\`.

A metric has a bounded number of series. What comes after that is counted together, with \`other\` for each label. Counters begin
at 0 when a process starts, and count what this process did: take the sum over all processes. Gauges of the stores say the same
at each process. While the database is away, the gauges that are read from it are left out, and the others are answered.
`;

const END = `
## Node

Node's own metrics begin with \`tillstream_nodejs_\` and \`tillstream_process_\`: memory, processor, garbage collection, open files.
\`tillstream_nodejs_eventloop_lag_*\` is measured every 50 ms and counts these: an event loop that is free shows 0.05.
`;

/** docs/metrics.md. */
export const metricsPage = (): string =>
  [
    BEGIN,
    ...ROWS.map((row) => {
      const lines = allMetrics()
        .filter((metric) => metric.row === row)
        .map(({ name, kind, labels, help, look }) => {
          const by = labels.map((label) => `\`${label}\``).join(', ');
          return `| \`${name}\` | ${kind} | ${by} | ${help} | ${look.replaceAll('|', '\\|')} |`;
        });
      return `\n## ${row}\n\n| metric | kind | by | what it is | what to know |\n| --- | --- | --- | --- | --- |\n${lines.join('\n')}\n`;
    }),
    END,
  ].join('');
