import type { Route } from '../../http/route.ts';
import { olapReportRoute } from './olap.ts';
import { olapColumnsRoute } from './olap-columns-route.ts';
import { olapDetailsRoute } from './olap-details.ts';
import { olapRestatementRoute } from './olap-restatement.ts';

/** See docs/reports.md. */
export const olapRoutes = (deps: Parameters<typeof olapDetailsRoute>[0]): Route[] => [
  olapReportRoute(deps),
  olapColumnsRoute(),
  olapDetailsRoute(deps),
  olapRestatementRoute(deps),
];
