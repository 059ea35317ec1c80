import { type ApiDependencies, routeGroups } from '../api/api.ts';
import { createOpenApi } from '../api/http/openapi/document.ts';
import type { RouteGroup } from '../api/http/route.ts';
import { loadWebhookKinds } from '../api/webhooks/all-kinds.ts';
import { commandRegistry } from '../commands/all-commands.ts';

/** Every route, made without a server: none needs what it works with to be described. */
export const routesToDescribe = async (): Promise<RouteGroup[]> => {
  const deps = {
    bus: { definitions: commandRegistry },
    partners: {},
    smsOutbox: {},
    subjects: {},
    webhookKinds: await loadWebhookKinds(),
  } as unknown as ApiDependencies;
  return routeGroups(deps);
};

/** The OpenAPI document of every route. */
export const describeApi = async (): Promise<object> => {
  const info = { title: 'Tillstream', version: '1', description: '' };
  return JSON.parse(JSON.stringify(createOpenApi(await routesToDescribe(), info)));
};

if (import.meta.main) process.stdout.write(JSON.stringify(await describeApi()));
