import { TillstreamError } from '../../../client/src/errors.ts';
import { createTillstream } from '../../../client/src/index.ts';

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

/** Asks the API of a running Tillstream for reports. Errors say in one line what went wrong. */
export const createReportClient = ({ url, apiKey, table }: ReportClientOptions): ReportClient => {
  const { origin } = baseOf(url);
  // Who sits at a terminal tries again by hand.
  const { api } = createTillstream({ baseUrl: origin, apiKey, timeoutMs: TIMEOUT_MS, maxAttempts: 1 });

  // Which path it is, its caller knows; and the types know of no table.
  const request = api.request as unknown as (
    method: string,
    path: string,
    init: object,
  ) => Promise<{ readonly data: unknown }>;

  const ask = async (method: 'get' | 'post', path: string, query: object, body: object | undefined, render: Render) => {
    const asked = {
      params: { query: { ...query, ...table } },
      ...(body && { body }),
      ...(table && { headers: { Accept: 'text/csv' }, parseAs: 'arrayBuffer' as const }),
    };
    const { data } = await request(method, path, asked).catch((error) => {
      throw inOneLine(error, origin);
    });
    // As it came: reading a text drops the byte order mark.
    return table ? Buffer.from(data as ArrayBuffer).toString() : render(data);
  };

  return {
    get: (path, query, render) => ask('get', path, query, undefined, render),
    post: (path, body, render) => ask('post', path, {}, body, render),
  };
};

const inOneLine = (error: unknown, origin: string): unknown => {
  if (!(error instanceof TillstreamError)) return error;
  const { status, code, cause } = error;
  if (status === 0) return new Error(`${origin} does not answer: is Tillstream running there?`, { cause });
  if (code === 'unexpected_answer') return new Error(`${origin} answered something that is not of Tillstream`);
  return error;
};

const baseOf = (url: string): URL => {
  const base = URL.parse(url);
  if (!base || !/^https?:$/.test(base.protocol)) throw new Error(`${url} is no address like http://127.0.0.1:8080`);
  return base;
};
