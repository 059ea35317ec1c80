import type { Moment } from '../../../projections/reports/moment.ts';
import { CSV, NDJSON } from '../../http/media-types.ts';
import type { Answer } from '../../http/route-answer.ts';
import type { RouteRequest } from '../../http/route-request.ts';
import { createPieces, type Pieces } from './pieces.ts';
import { reportType, rowsAnswer, rowsHeaders } from './report-answer.ts';

/** An answer with more rows is sent while it is made. */
const SENT_WHOLE = 2_000;

interface Begun {
  /** How many rows the answer has. */
  readonly rows: number;
  readonly moment: Moment;
}

/** Is called as soon as the answer cannot be refused any more. */
export type Begin = (begun: Begun) => void;

/**
 * An answer that is sent while `make` makes it. It begins as soon as its number of rows is known: what is refused is refused
 * before that, and what fails later is visibly cut off.
 */
export const streamedReport = async (
  { req, unread, signal }: Pick<RouteRequest, 'req' | 'unread' | 'signal'>,
  make: (pieces: Pieces, begin: Begin) => Promise<void>,
): Promise<Answer> => {
  const type = reportType(req);
  const pieces = createPieces(unread, signal);
  const begun = Promise.withResolvers<Begun>();
  const made = make(pieces, (about) => {
    if (about.rows <= SENT_WHOLE) pieces.collect();
    begun.resolve(about);
  }).then(() => pieces.end());
  made.catch((error: unknown) => {
    begun.reject(error);
    pieces.fail(error);
  });
  const { rows, moment } = await begun.promise;
  const isRows = type === NDJSON || type === CSV;
  if (rows <= SENT_WHOLE) {
    await made;
    const bytes = pieces.all();
    return isRows ? rowsAnswer(type, bytes, { rows, moment }) : { bytes, headers: { Vary: 'Accept' } };
  }
  const contentType = `${isRows ? type : 'application/json'}; charset=utf-8`;
  const headers = isRows ? rowsHeaders({ rows, moment }) : { Vary: 'Accept' };
  return { contentType, headers, stream: (out) => pieces.sendTo(out) };
};
