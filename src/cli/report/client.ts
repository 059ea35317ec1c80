import { z } from 'zod';

export interface ReportClient {
  get(path: string, query: Readonly<Record<string, string | undefined>>): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
}

const TIMEOUT_MS = 90_000;

const token = z.object({ access_token: z.string() });
const refusal = z.object({ message: z.string() });

/** Asks the API of a running Tillstream for reports. Errors say in one line what went wrong. */
export const createReportClient = (url: string, apiKey: string): ReportClient => {
  const base = baseOf(url);
  const notOurs = `${base.origin} answered something that is not of Tillstream`;
  let accessToken: string | undefined;

  const send = async (path: string, body?: object): Promise<unknown> => {
    const headers = {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(accessToken !== undefined && { Authorization: `Bearer ${accessToken}` }),
    };
    const request = { headers, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const answer = await fetch(new URL(path, base), {
      ...request,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new Error(`${base.origin} does not answer: is Tillstream running there?`, { cause });
    });
    const content: unknown = await answer.json().catch(() => undefined);
    if (!answer.ok) throw new Error(refusal.safeParse(content).data?.message ?? `${path} answered ${answer.status}`);
    if (content === undefined) throw new Error(notOurs);
    return content;
  };

  const ask = async (path: string, body?: object): Promise<unknown> => {
    if (accessToken === undefined) {
      const exchanged = token.safeParse(await send('/v1/auth/token', { api_key: apiKey }));
      if (!exchanged.success) throw new Error(notOurs);
      accessToken = exchanged.data.access_token;
    }
    return send(path, body);
  };

  return {
    get: (path, query) => {
      const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
      return ask(`${path}?${new URLSearchParams(given)}`);
    },
    post: (path, body) => ask(path, body),
  };
};

const baseOf = (url: string): URL => {
  const base = URL.parse(url);
  if (!base || !/^https?:$/.test(base.protocol)) throw new Error(`${url} is no address like http://127.0.0.1:8080`);
  return base;
};
