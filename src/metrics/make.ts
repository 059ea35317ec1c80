import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type LabelsOf, METRICS, type Metric, type MetricName, type NameOf, PREFIX, SECONDS } from './table.ts';

const configOf = (name: MetricName, registry: Registry) => {
  const { help, labels }: Metric = METRICS[name];
  return { name: PREFIX + name, help, labelNames: [...labels], registers: [registry] };
};

/**
 * Finds what stands for a set of labels. To look it up by its values costs several times as much as to count in it, so
 * each is kept; and there is a bound, because callers choose some of the labels.
 */
const bounded = <Child>(name: MetricName, make: (labels: Record<string, string>) => Child) => {
  const { labels: names, most }: Metric = METRICS[name];
  const children = new Map<string, Child>();
  let other: Child | undefined;
  return (labels: Readonly<Record<string, string>>): Child => {
    const key = names.map((label) => labels[label]).join(' ');
    const known = children.get(key);
    if (known) return known;
    if (children.size >= most) {
      other ??= make(Object.fromEntries(names.map((label) => [label, 'other'])));
      return other;
    }
    const child = make(labels);
    children.set(key, child);
    return child;
  };
};

/** Counts one for these labels. */
export const counterOf = <Name extends NameOf<'counter'>>(
  registry: Registry,
  name: Name,
): ((labels: LabelsOf<Name>) => void) => {
  const counter = new Counter(configOf(name, registry));
  const childOf = bounded(name, (labels) => counter.labels(labels));
  return (labels) => childOf(labels).inc();
};

/** Notes so many seconds for these labels. */
export const timesOf = <Name extends NameOf<'histogram'>>(
  registry: Registry,
  name: Name,
): ((labels: LabelsOf<Name>, seconds: number) => void) => {
  const histogram = new Histogram({ ...configOf(name, registry), buckets: SECONDS });
  const childOf = bounded(name, (labels) => histogram.labels(labels));
  return (labels, seconds) => childOf(labels).observe(seconds);
};

/**
 * A gauge that is read when somebody asks. A value that cannot be read is left out, and no older one replaces it. If one
 * gauge failed, all others would fail with it, Node's own too, just when they are needed.
 */
export const gaugeOf = <Name extends NameOf<'gauge'>>(
  registry: Registry,
  name: Name,
  read: () => Iterable<readonly [LabelsOf<Name>, number]> | Promise<Iterable<readonly [LabelsOf<Name>, number]>>,
): void => {
  const { labels, most }: Metric = METRICS[name];
  new Gauge({
    ...configOf(name, registry),
    async collect() {
      const values = await Promise.resolve()
        .then(read)
        .catch(() => []);
      // Without labels there would be a 0 where nothing is known.
      if (labels.length === 0) this.remove();
      else this.reset();
      for (const [of, value] of [...values].slice(0, most)) this.set(of as Record<string, string>, value);
    },
  });
};
