import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { accountKeyId, loginKey } from '../../src/commands/accounts/account-directory.ts';
import { newInvitation } from '../../src/commands/accounts/invitations.ts';
import { createIdentities } from '../../src/commands/claims/identities.ts';
import { createKeyChanges } from '../../src/commands/keys/key-changes.ts';
import { createKeyLease } from '../../src/commands/keys/key-lease.ts';
import { createCommandHandler } from '../../src/commands/loop/handle.ts';
import type { AccountCommand } from '../../src/domain/accounts/commands.ts';
import { accountDecider } from '../../src/domain/accounts/decide.ts';
import type { Role } from '../../src/domain/accounts/roles.ts';
import type { TestApp } from './app.ts';
import { createClient, type HttpClient } from './http-client.ts';

export const PASSWORD = 'correct horse battery';

export interface Invited {
  readonly account_id: number;
  readonly login: string;
  readonly invitation: string;
}

/** Records a command on an account, as the commands of the bus do, with the steps that make it count everywhere. */
export const actOnAccount = async (
  { tillstream: { pool, store } }: TestApp,
  account_id: number,
  brand_id: string,
  command: AccountCommand,
): Promise<void> => {
  const handler = createCommandHandler(store, pool);
  await handler.handle(accountDecider, account_id, command, {
    actor: { id: 'till', kind: 'venue', name: 'till' },
    brand_id,
    causation_id: null,
    command_id: randomUUID(),
    correlation_id: 'test',
    occurred_at: new Date().toISOString(),
  });
  const lease = createKeyLease({ changes: createKeyChanges({ checkPool: pool, pool }), clock: Date.now });
  await lease.changed(accountKeyId(account_id));
};

/** Invites somebody of the role. */
export const invite = async (
  app: TestApp,
  brand_id: string,
  role: Role,
  terms: { readonly login?: string; readonly point_ids?: string[]; readonly at?: number } = {},
): Promise<Invited> => {
  const { pool, hash } = app.tillstream;
  const login = terms.login ?? `${role}-${randomUUID().slice(0, 8)}`;
  const { id: account_id } = await createIdentities(pool).claim(loginKey(hash, login));
  const { text: invitation, recorded } = newInvitation(account_id, terms.at ?? Date.now());
  await actOnAccount(app, account_id, brand_id, {
    type: 'InviteAccount',
    account_id,
    brand_id,
    touches_owners: true,
    login,
    terms: { name: 'Nilufar', role, point_ids: terms.point_ids ?? null, language: 'en', employee_id: null },
    invitation: recorded,
    at: new Date(terms.at ?? Date.now()).toISOString(),
  });
  return { account_id, login, invitation };
};

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever came back
  readonly body: any;
}

/** A browser: it keeps the cookie, and names its page's origin with what changes something. */
export interface Browser {
  /** As it goes into the header; undefined: none. */
  cookie: string | undefined;
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
}

/** `from`: the loopback address that the browser has. */
export const openBrowser = (url: string, from = '127.0.0.1'): Browser => {
  const browser: Browser = {
    cookie: undefined,
    ask: async (method, path, body, headers = {}) => {
      const answered = Promise.withResolvers<Answered>();
      const asked = request(url + path, {
        method,
        localAddress: from,
        headers: {
          ...(browser.cookie !== undefined && { cookie: browser.cookie }),
          ...(method !== 'GET' && { origin: url }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      });
      asked.on('error', answered.reject);
      asked.on('response', async (response) => {
        const text = (await response.toArray()).join('');
        const [set] = response.headers['set-cookie'] ?? [];
        if (set !== undefined) browser.cookie = set.includes('Max-Age=0') ? undefined : set.split(';')[0];
        answered.resolve({ status: response.statusCode!, headers: response.headers, body: text && JSON.parse(text) });
      });
      asked.end(body === undefined ? undefined : JSON.stringify(body));
      return answered.promise;
    },
  };
  return browser;
};

/** A browser in which this person is signed in. */
export const signedIn = async (url: string, { invitation }: Invited, from?: string): Promise<Browser> => {
  const browser = openBrowser(url, from);
  const { status, body } = await browser.ask('POST', '/venue/v1/session/accept', { invitation, password: PASSWORD });
  if (status !== 200) throw new Error(`the invitation was not accepted: ${status} ${body.code}`);
  return browser;
};

/** A client that asks as whoever is signed in in the browser, as others ask with a key. It can not sign in anew. */
export const clientOf = (url: string, { cookie }: Browser): HttpClient => {
  const client = createClient(url);
  const known = { cookie: cookie!, origin: url };
  return {
    token: undefined,
    known,
    send: (method, path, { body, headers } = {}) =>
      client.send(method, path, { ...(body !== undefined && { body }), headers: { ...headers, ...known } }),
    get: (path, headers) => client.get(path, { ...headers, ...known }),
    post: (path, body, headers) => client.post(path, body, { ...headers, ...known }),
  };
};

/** A client that asks as a new person of the role. */
export const personClient = async (app: TestApp, brand_id: string, role: Role): Promise<HttpClient> =>
  clientOf(app.url, await signedIn(app.url, await invite(app, brand_id, role)));
