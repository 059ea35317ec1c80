import { z } from 'zod';
import type { AccountDirectory, AccountView } from '../../commands/accounts/account-directory.ts';
import { name, text, uuid } from '../../commands/fields/fields.ts';
import { strictly } from '../../commands/fields/strictly.ts';
import { ROLES, rightsOf } from '../../domain/accounts/roles.ts';
import { notFound } from '../../domain/refusal.ts';
import { HttpError } from '../http/errors.ts';
import { addressOf } from '../http/limits.ts';
import { LANGUAGES } from '../http/messages/languages.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { RouteRequest } from '../http/route-request.ts';
import type { OwnOrigin } from '../sessions/own-origin.ts';
import type { SessionLife } from '../sessions/session-life.ts';
import { isSession, type SessionRecord } from '../sessions/session-record.ts';
import type { AskedBy, SignIn } from '../sessions/sign-in.ts';

export interface SessionRoutesDependencies {
  readonly accounts: Pick<AccountDirectory, 'byId'>;
  readonly signIn: SignIn;
  readonly sessionLife: SessionLife;
  readonly ownOrigin: OwnOrigin;
}

const instant = () => z.iso.datetime();

const personSchema = z.object({
  account_id: z.int(),
  brand_id: z.uuid(),
  login: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  point_ids: z.array(z.uuid()).nullable().meta({ description: 'Null: every point of the brand' }),
  language: z.enum(LANGUAGES),
  employee_id: z.int().nullable(),
  may: z
    .object({
      commands: z.array(z.string()).meta({ description: 'Types of commands' }),
      readings: z.array(z.string()).meta({ description: 'Operation ids of this document' }),
      audit: z.boolean().meta({ description: 'Everything for auditors' }),
    })
    .meta({ description: 'What the role gives. A person of some points does and sees nothing elsewhere' }),
  session: z.object({
    session_id: z.uuid(),
    ends_at: instant().meta({ description: 'However often it is used. Unused, it ends after 12 hours' }),
  }),
});

const SIGNED_IN =
  'The answer sets the cookie of the session: HttpOnly, SameSite=Strict, and Secure except on this machine.';
const password = (max = 1_000) => text(max).min(1);

/** Who is signed in, and where (docs/operations.md#people). */
export const sessionRoutes = ({ accounts, signIn, sessionLife, ownOrigin }: SessionRoutesDependencies): Route[] => {
  const personOf = (account: AccountView, session: { readonly session_id: string; readonly ends_at: string }) => {
    const { account_id, brand_id, login, role, point_ids, language, employee_id } = account;
    return {
      account_id,
      brand_id,
      login: login ?? '',
      name: account.name ?? '',
      role,
      point_ids,
      language,
      employee_id,
      may: rightsOf(role, point_ids === null),
      session: { session_id: session.session_id, ends_at: session.ends_at },
    };
  };

  const letIn = async (account: AccountView, { req }: RouteRequest) => {
    const session = await sessionLife.begin(account, req);
    return { body: personOf(account, session), headers: { 'Set-Cookie': session.cookie } };
  };

  const accountOf = async ({ account }: SessionRecord): Promise<AccountView> => {
    const found = await accounts.byId(account.id);
    if (!found) throw new HttpError(401, 'session_ended');
    return found;
  };

  return [
    defineRoute({
      method: 'post',
      operationId: 'signIn',
      path: '/session',
      setsCookie: true,
      audience: 'public',
      tags: ['Session'],
      summary: 'Sign in',
      description: `${SIGNED_IN} The session is new, and the one that the browser had ends. Whatever is wrong, the answer is the same. After ten failures of a login in 15 minutes, or 60 of an address, attempts are 429. In the demo its six accounts need no password.`,
      body: strictly(z.object({ login: name(64), password: password().optional() })),
      responses: { 200: personSchema },
      errors: [401, 403, 429],
      handler: async (request) => {
        ownOrigin.requireIfNamed(request.req);
        const { login, password } = request.body;
        return letIn(await signIn.signIn(login, password, askedBy(request)), request);
      },
    }),
    defineRoute({
      method: 'post',
      operationId: 'acceptInvitation',
      path: '/session/accept',
      setsCookie: true,
      audience: 'public',
      tags: ['Session'],
      summary: 'Accept an invitation, or a reset: set the password, and sign in',
      description: `${SIGNED_IN} An invitation is good once, for 72 hours. A password has 10 to 200 characters and is none of those used most.`,
      body: strictly(z.object({ invitation: name(200), password: password() })),
      responses: { 200: personSchema },
      errors: [401, 403, 409, 429],
      handler: async (request) => {
        ownOrigin.requireIfNamed(request.req);
        const { invitation, password } = request.body;
        return letIn(await signIn.accept(invitation, password, askedBy(request)), request);
      },
    }),
    defineRoute({
      method: 'get',
      operationId: 'getSession',
      path: '/session',
      audience: 'person',
      tags: ['Session'],
      summary: 'Who is signed in, and what the person may do',
      responses: { 200: personSchema },
      handler: async (request) => {
        const person = personIn(request);
        const { session_id, ends_at } = person;
        const session = { session_id, ends_at: new Date(ends_at).toISOString() };
        return { body: personOf(await accountOf(person), session) };
      },
    }),
    defineRoute({
      method: 'delete',
      operationId: 'signOut',
      path: '/session',
      setsCookie: true,
      audience: 'person',
      tags: ['Session'],
      summary: 'Sign out on this device',
      description: 'Counts from the answer on, at every process. Live feeds of the session end.',
      responses: { 200: z.object({ session_id: z.uuid() }) },
      handler: async (request) => {
        const { account, session_id } = personIn(request);
        await sessionLife.end(account.id, session_id);
        return { body: { session_id }, headers: { 'Set-Cookie': sessionLife.takeCookie(request.req) } };
      },
    }),
    defineRoute({
      method: 'post',
      operationId: 'changePassword',
      path: '/session/password',
      setsCookie: true,
      audience: 'person',
      tags: ['Session'],
      summary: 'Change the own password',
      description: `Every session of the person ends; this device gets a new one. ${SIGNED_IN}`,
      body: z.object({ old: password(), new: password() }),
      responses: { 200: personSchema },
      errors: [409],
      handler: async (request) => {
        const { account } = personIn(request);
        const { old, new: wanted } = request.body;
        return letIn(await signIn.changePassword(account.id, old, wanted, askedBy(request)), request);
      },
    }),
    defineRoute({
      method: 'get',
      operationId: 'listSessions',
      path: '/sessions',
      audience: 'person',
      tags: ['Session'],
      summary: 'On which devices the person is signed in',
      responses: {
        200: z.array(
          z.object({
            session_id: z.uuid(),
            device: z.string().meta({ description: 'What the browser calls itself' }),
            signed_in_at: instant().meta({ description: 'ISO 8601, in UTC' }),
            last_used_at: instant().meta({ description: 'To the minute' }),
            is_current: z.boolean(),
          }),
        ),
      },
      handler: async (request) => {
        const person = personIn(request);
        const sessions = await sessionLife.list(await accountOf(person));
        return {
          body: sessions.map(({ session_id, device, made_at, last_used_at }) => ({
            session_id,
            device,
            signed_in_at: made_at.toISOString(),
            last_used_at: last_used_at.toISOString(),
            is_current: session_id === person.session_id,
          })),
        };
      },
    }),
    defineRoute({
      method: 'delete',
      operationId: 'endSession',
      path: '/sessions/:session_id',
      audience: 'person',
      tags: ['Session'],
      summary: 'Sign out on another device',
      description: 'Counts from the answer on, at every process.',
      params: z.object({ session_id: uuid() }),
      responses: { 200: z.object({ session_id: z.uuid() }) },
      errors: [404],
      handler: async (request) => {
        const { session_id } = request.params;
        if (!(await sessionLife.end(personIn(request).account.id, session_id))) throw notFound('session_not_found');
        return { body: { session_id } };
      },
    }),
  ];
};

/** The route lets nobody else in. */
const personIn = ({ caller }: RouteRequest): SessionRecord => {
  if (!isSession(caller)) throw new HttpError(403, 'audience_forbidden');
  return caller;
};

const askedBy = (request: RouteRequest): AskedBy => ({
  address: addressOf(request.req),
  requestId: request.requestId,
  signal: request.signal,
  logFault: (error) => request.logFault(error),
});
