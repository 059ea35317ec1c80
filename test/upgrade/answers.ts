import type { TestApp } from '../support/app.ts';
import { createClient, type HttpAnswer } from '../support/http-client.ts';

/** Who asks, and with which token: the clock of a dump stands still, so its tokens stay good. */
export type Tokens = Readonly<Record<'partner' | 'till' | 'auditor', string>>;

export interface Question {
  /** The route: `get /v1/orders/:order_id`. */
  readonly place: string;
  readonly as: keyof Tokens;
  readonly path: string;
}

export interface KnownAnswer extends Question {
  readonly status: number;
  readonly body: unknown;
}

/** A command or an order that was sent once, and what its repeat is answered. */
export interface KnownRepeat extends Omit<KnownAnswer, 'place'> {
  readonly sent: object;
}

export const ask = async (app: Pick<TestApp, 'url'>, tokens: Tokens, { as, path }: Omit<Question, 'place'>) =>
  told(await createClient(app.url, tokens[as]).get(path));

export const repeat = async (
  app: Pick<TestApp, 'url'>,
  tokens: Tokens,
  { as, path, sent }: Omit<KnownRepeat, 'status' | 'body'>,
) => told(await createClient(app.url, tokens[as]).post(path, sent));

/** An answer without the id of its request, and without what auditors have read before it. */
const told = ({ status, body }: HttpAnswer): { status: number; body: unknown } => {
  if (typeof body === 'string') return { status, body };
  const { request_id: _, ...rest } = body;
  const events = rest.events?.filter?.(({ type }: { type: string }) => type !== 'PersonalDataRead');
  return { status, body: events ? { ...rest, events } : rest };
};

/** Where `after` differs from `before` in what `before` has. Fields that are new do not count. */
export const differencesOf = (before: unknown, after: unknown, path = ''): string[] => {
  if (before === null || typeof before !== 'object')
    return before === after ? [] : [`${path}: was ${short(before)}, is ${short(after)}`];
  if (after === null || typeof after !== 'object') return [`${path}: was ${short(before)}, is ${short(after)}`];
  if (Array.isArray(before) && (!Array.isArray(after) || after.length !== before.length)) {
    return [`${path}: had ${before.length} entries, has ${Array.isArray(after) ? after.length : 'none'}`];
  }
  return Object.entries(before).flatMap(([key, value]) =>
    differencesOf(
      value,
      (after as Record<string, unknown>)[key],
      Array.isArray(before) ? `${path}[${key}]` : `${path}.${key}`,
    ),
  );
};

const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 120);
