import { Registry } from 'prom-client';
import { commandRegistry } from '../commands/all-commands.ts';
import { type ApiDependencies, routeGroups } from './api.ts';
import { operationalRoutes } from './http/operational.ts';
import { createOperators } from './http/operators.ts';
import type { RouteGroup } from './http/route.ts';
import { loadWebhookKinds } from './webhooks/all-kinds.ts';

/** Every route, made without a server: none needs what it works with to be described. */
export const describeRoutes = async (): Promise<RouteGroup[]> => {
  const deps = {
    bus: { definitions: commandRegistry },
    partners: {},
    smsOutbox: {},
    subjects: {},
    webhookKinds: await loadWebhookKinds(),
  } as unknown as ApiDependencies;
  return routeGroups(deps);
};

/** Of all routes, also those of operators, the ones that a process serves, by their names. */
export const describeServed = async (operationIds: readonly string[]): Promise<RouteGroup[]> => {
  const operators = createOperators({ token: undefined, trustProxy: 0 });
  const operational = operationalRoutes(new Registry(), async () => ({ ready: true, checks: {} }), operators);
  const served = new Set(operationIds);
  const groups = [...(await describeRoutes()), operational]
    .map((group) => ({ ...group, routes: group.routes.filter(({ operationId }) => served.delete(operationId)) }))
    .filter(({ routes }) => routes.length > 0);
  if (served.size > 0) throw new Error(`routes that are served and not described: ${[...served].join(', ')}`);
  return groups;
};
