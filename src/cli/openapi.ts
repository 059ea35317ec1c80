import { type ApiDependencies, routeGroups } from '../api/api.ts';
import { createOpenApi } from '../api/http/openapi/document.ts';
import { loadWebhookKinds } from '../api/webhooks/all-kinds.ts';
import { commandRegistry } from '../commands/all-commands.ts';

/** The OpenAPI document of every route, made without a server: no route needs what it works with to be described. */
export const describeApi = async (): Promise<object> => {
  const webhookKinds = await loadWebhookKinds();
  const deps = {
    bus: { definitions: commandRegistry },
    partners: {},
    smsOutbox: {},
    subjects: {},
    webhookKinds,
  } as unknown as ApiDependencies;
  const info = { title: 'Tillstream', version: '1', description: '' };
  return JSON.parse(JSON.stringify(createOpenApi(routeGroups(deps), info)));
};

if (import.meta.main) process.stdout.write(JSON.stringify(await describeApi()));
