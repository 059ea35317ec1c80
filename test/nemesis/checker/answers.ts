import type { Entry, Kind } from '../history.ts';
import type { Rule } from './evidence.ts';

const isServerError = ({ status = 0 }: Entry): boolean => status >= 500 && status !== 503;

/** No answer is a fault of the app's own; 503 says when to come again. */
export const noServerErrors: Rule = ({ history }) => {
  const rule = 'no server errors';
  const hasty = history.filter(({ status, retryAfter }) => status === 503 && !(Number(retryAfter) >= 1));
  return [
    ...history
      .filter(isServerError)
      .map((entry) => ({ rule, what: `${entry.kind}: ${entry.status}`, entries: [entry] })),
    ...hasty.map((entry) => ({ rule, what: `${entry.kind}: 503 without Retry-After`, entries: [entry] })),
  ];
};

/** What an answer may be beside 200, 503 and silence; with the codes of a 400 that is the stop-list's. */
const EXPECTED: Readonly<Record<Kind, readonly (number | string)[]>> = {
  order: ['product_in_stop_list', 'stop_list_insufficient'],
  cancel: [409],
  read: [],
  list: [],
  book: [201, 409],
  cancelBooking: [409],
  readBooking: [],
  listBookings: [],
  feed: [],
  command: [409],
  useKey: [401],
  exchangeKey: [401],
};

/** The plan asks for nothing that could be refused for another reason. */
export const answersAreExpected: Rule = ({ history }) =>
  history
    .filter(({ kind, phase, status, code }) => {
      if (status === undefined || status === 200 || status >= 500) return false;
      // An app that stood still may find a request too slow. It is refused then, and must not be carried out.
      if (status === 408 && phase === 'faults') return false;
      const key = status === 400 ? (code ?? 400) : status;
      return !EXPECTED[kind].includes(key);
    })
    .map((entry) => ({
      rule: 'answers are expected',
      what: `${entry.kind}: ${entry.status} ${entry.code}`,
      entries: [entry],
    }));

/** After the faults, and the time to recover, every request is answered. */
export const everythingWorksAgain: Rule = ({ history }) =>
  history
    .filter(({ phase, status }) => phase === 'recovered' && (status === undefined || status === 503))
    .map((entry) => ({
      rule: 'everything works again',
      what: `${entry.kind}: ${entry.status ?? 'no answer'}`,
      entries: [entry],
    }));
