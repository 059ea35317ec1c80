import { z } from 'zod';

/** Makes the text for the terminal of an answer. */
type Render = (answer: unknown) => string;

export interface ReportClient {
  get(path: string, query: Readonly<Record<string, string | undefined>>, render: Render): Promise<string>;
  post(path: string, body: object, render: Render): Promise<string>;
}

export interface ReportClientOptions {
  readonly url: string;
  readonly apiKey: string;
  /** Answers are tables for spreadsheets, made with these parameters of the query; undefined: what `render` makes. */
  readonly table?: Readonly<Record<string, string>> | undefined;
}

const TIMEOUT_MS = 90_000;
const CSV = 'text/csv';

const token = z.object({ access_token: z.string() });
const refusal = z.object({ message: z.string() });

/** Asks the API of a running Tillstream for reports. Errors say in one line what went wrong. */
export const createReportClient = ({ url, apiKey, table }: ReportClientOptions): ReportClient => {
  const base = baseOf(url);
  const notOurs = `${base.origin} answered something that is not of Tillstream`;
  let accessToken: string | undefined;

  const send = async (path: string, body?: object, accept = 'application/json'): Promise<unknown> => {
    const headers = {
      Accept: accept,
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
    const isTable = answer.ok && accept === CSV;
    const content: unknown = await (isTable ? textOf(answer) : answer.json().catch(() => undefined));
    if (!answer.ok) throw new Error(refusal.safeParse(content).data?.message ?? `${path} answered ${answer.status}`);
    if (content === undefined) throw new Error(notOurs);
    return content;
  };

  const ask = async (path: string, query: [string, string][], body: object | undefined, render: Render) => {
    if (accessToken === undefined) {
      const exchanged = token.safeParse(await send('/v1/auth/token', { api_key: apiKey }));
      if (!exchanged.success) throw new Error(notOurs);
      accessToken = exchanged.data.access_token;
    }
    const parameters = new URLSearchParams([...query, ...Object.entries(table ?? {})]);
    const answer = await send(`${path}?${parameters}`, body, table && CSV);
    return table ? String(answer) : render(answer);
  };

  return {
    get: (path, query, render) => {
      const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
      return ask(path, given, undefined, render);
    },
    post: (path, body, render) => ask(path, [], body, render),
  };
};

/** As it came: reading a text drops the byte order mark. */
const textOf = async (answer: Response): Promise<string> => Buffer.from(await answer.arrayBuffer()).toString();

const baseOf = (url: string): URL => {
  const base = URL.parse(url);
  if (!base || !/^https?:$/.test(base.protocol)) throw new Error(`${url} is no address like http://127.0.0.1:8080`);
  return base;
};
