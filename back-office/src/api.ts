import { createAuditor, createTillstream, createVenue, TillstreamError } from '@tillstream/client';
import i18next from 'i18next';
import { hearServerTime } from './parts/server-clock.ts';
import { language } from './words/language.ts';

/** The server answers names and messages in the language of the page. */
const send = async (url: string, init: RequestInit): Promise<Response> => {
  const headers = new Headers(init.headers);
  headers.set('Accept-Language', language().replace('_', '-'));
  const answer = await fetch(url, { ...init, headers });
  hearServerTime(answer);
  return answer;
};

const options = { baseUrl: location.origin, session: 'cookie', fetch: send } as const;

/** What partners read: points, reference lists, reports. */
export const partner = createTillstream(options);
/** What a till does and reads. */
export const venue = createVenue(options);
/** What auditors read: the past, and its proofs. */
export const auditor = createAuditor(options);

const ENDED: readonly string[] = ['no_token', 'session_ended'];

/** Nobody knows what became of a request: its answer did not come, or was none of the server's own. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof TillstreamError && (UNANSWERED.includes(error.code) || error.status >= 500);

const UNANSWERED: readonly string[] = ['no_answer', 'timeout', 'unexpected_answer'];

/** The server says that the person is not signed in. */
export const isSignedOut = (error: unknown): boolean => error instanceof TillstreamError && error.status === 401;

/**
 * The server's own words. What has none is no answer of the server: the connection. The name of the field that the server adds in
 * brackets is for programs; people see the words beside it.
 */
export const wordsOf = (error: unknown): string => {
  // The server tells programs of tokens. For a person the session has ended.
  if (error instanceof TillstreamError && ENDED.includes(error.code)) return i18next.t('session.ended');
  // Our client has words for programs alone.
  if (error instanceof TillstreamError && UNANSWERED.includes(error.code)) return i18next.t('live.noAnswer');
  const field = fieldOf(error);
  const words = error instanceof Error ? error.message : String(error);
  return field !== undefined && words.endsWith(` (${field})`) ? words.slice(0, -` (${field})`.length) : words;
};

/** The field that the server blames, as `fields.guests`. */
export const fieldOf = (error: unknown): string | undefined =>
  error instanceof TillstreamError ? error.field : undefined;
