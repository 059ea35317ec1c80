import { writeFileSync } from 'node:fs';
import { dashboard } from '../metrics/dashboard.ts';
import { metricsPage } from '../metrics/page.ts';

/** npm run docs:metrics: writes the page of the metrics, and the dashboard that shows them. */
const root = new URL('../../', import.meta.url);
writeFileSync(new URL('docs/metrics.md', root), metricsPage());
writeFileSync(new URL('deploy/grafana/tillstream.json', root), `${JSON.stringify(dashboard(), null, 2)}\n`);
