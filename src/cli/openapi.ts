import { describeRoutes } from '../api/describe-routes.ts';
import { createOpenApi } from '../api/http/openapi/document.ts';

/** The OpenAPI document of every route. */
export const describeApi = async (): Promise<object> => {
  const info = { title: 'Tillstream', version: '1', description: '' };
  return JSON.parse(JSON.stringify(createOpenApi(await describeRoutes(), info)));
};

if (import.meta.main) process.stdout.write(JSON.stringify(await describeApi()));
