import { allMetrics, type Metric, ROWS } from './table.ts';

interface Panel {
  readonly title: string;
  readonly description: string;
  readonly unit: string;
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const WIDTH = 8;
const HEIGHT = 7;
const OF_JOB = '{job=~"$job"}';

/** Node's own that are worth a look every day. The others are there to be asked for. */
const NODE: readonly Panel[] = [
  panelOf('Event loop, the slowest hundredth', 's', 'An event loop that is free shows 0.05.', [
    `max by (instance) (tillstream_nodejs_eventloop_lag_p99_seconds${OF_JOB})`,
    '{{instance}}',
  ]),
  panelOf('Memory', 'bytes', 'All of the process, and what its objects take.', [
    `tillstream_process_resident_memory_bytes${OF_JOB}`,
    '{{instance}} all',
    `tillstream_nodejs_heap_size_used_bytes${OF_JOB}`,
    '{{instance}} heap',
  ]),
  panelOf('Processor', 'percentunit', '1 is one core.', [
    `rate(tillstream_process_cpu_seconds_total${OF_JOB}[$__rate_interval])`,
    '{{instance}}',
  ]),
];

/** The Grafana dashboard: a panel for each metric of the table. */
export const dashboard = (): object => {
  let y = 0;
  const rowsOf = (title: string, panels: readonly Panel[]): object[] => {
    const row = { type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: 24, h: 1 }, panels: [] };
    y += 1;
    const drawn = panels.map((panel, nth) => draw(panel, (nth % 3) * WIDTH, y + Math.floor(nth / 3) * HEIGHT));
    y += Math.ceil(panels.length / 3) * HEIGHT;
    return [row, ...drawn];
  };
  const panels = [
    ...ROWS.flatMap((row) =>
      rowsOf(
        row,
        allMetrics()
          .filter((metric) => metric.row === row)
          .map(panelFor),
      ),
    ),
    ...rowsOf('Node', NODE),
  ];
  return {
    uid: 'tillstream',
    title: 'Tillstream',
    tags: ['tillstream'],
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [
        { name: 'source', type: 'datasource', query: 'prometheus', label: 'Data source' },
        {
          name: 'job',
          type: 'query',
          label: 'Job',
          datasource: SOURCE,
          query: { query: 'label_values(tillstream_store_up, job)', refId: 'job' },
          includeAll: true,
          multi: true,
          refresh: 2,
          current: { text: 'All', value: '$__all' },
        },
      ],
    },
    panels: panels.map((panel, id) => ({ id: id + 1, ...panel })),
  };
};

const SOURCE = { type: 'prometheus', uid: '$source' };

const draw = ({ title, description, unit, targets }: Panel, x: number, y: number): object => ({
  type: 'timeseries',
  title,
  description,
  datasource: SOURCE,
  gridPos: { x, y, w: WIDTH, h: HEIGHT },
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  targets: targets.map((target, nth) => ({ refId: String.fromCharCode(65 + nth), datasource: SOURCE, ...target })),
});

function panelOf(title: string, unit: string, description: string, queries: readonly string[]): Panel {
  const targets = Array.from({ length: queries.length / 2 }, (_, nth) => ({
    expr: queries[2 * nth]!,
    legendFormat: queries[2 * nth + 1]!,
  }));
  return { title, unit, description, targets };
}

const panelFor = (metric: Metric & { readonly name: string }): Panel => {
  const { name, kind, help, look, labels } = metric;
  const legend = labels.map((label) => `{{${label}}}`).join(' ') || '{{instance}}';
  const description = `${name}: ${look}`;
  if (kind === 'histogram') {
    const quantile = (of: number) =>
      `histogram_quantile(${of}, sum by (le, ${labels.join(', ')}) (rate(${name}_bucket${OF_JOB}[$__rate_interval])))`;
    return panelOf(help, 's', description, [quantile(0.5), `${legend} half`, quantile(0.99), `${legend} 99 %`]);
  }
  if (kind === 'counter') {
    const usual = `sum by (${labels.join(', ')}) (rate(${name}${OF_JOB}[$__rate_interval]))`;
    const by = metric.query?.match(/by \((\w+)\)/)?.[1];
    return panelOf(`${help}, a second`, 'ops', description, [metric.query ?? usual, by ? `{{${by}}}` : legend]);
  }
  const of = labels.length > 0 ? `max by (${labels.join(', ')}) (${name}${OF_JOB})` : `${name}${OF_JOB}`;
  return panelOf(help, name.endsWith('_bytes') ? 'bytes' : name.endsWith('_seconds') ? 's' : 'short', description, [
    of,
    legend,
  ]);
};
