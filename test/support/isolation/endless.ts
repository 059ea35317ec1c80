import type { Route } from '../../../src/api/http/route.ts';
import type { HttpAnswer } from '../http-client.ts';

export const isEndless = ({ responses }: Pick<Route, 'responses'>): boolean =>
  Object.values(responses).some((it) => 'contentType' in it && it.contentType === 'text/event-stream');

/** An answer that never ends, as far as its head. */
export const beginningOf = async (url: string, headers: Record<string, string>): Promise<HttpAnswer> => {
  const leave = new AbortController();
  const answer = await fetch(url, { headers, signal: leave.signal });
  const body = answer.ok ? {} : await answer.json();
  leave.abort();
  return { status: answer.status, headers: answer.headers, body };
};
