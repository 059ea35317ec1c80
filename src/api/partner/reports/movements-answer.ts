import type { Request } from 'express';
import {
  type MovementsFilter,
  readAccounts,
  readTotals,
  type SourceTotal,
  streamMovements,
} from '../../../projections/money/movements-report.ts';
import type { Moment } from '../../../projections/reports/moment.ts';
import { readNames } from '../../../projections/reports/names-then.ts';
import { requireFewRows } from '../../../projections/reports/report-size.ts';
import type { Snapshot } from '../../../projections/reports/snapshot.ts';
import type { Answer } from '../../http/route-answer.ts';
import { MOVEMENT_COLUMNS, movementCsv, movementJson, withNames } from './movement-rows.ts';
import { createPieces, type Pieces } from './pieces.ts';
import { CSV, NDJSON, reportType, rowsAnswer, rowsHeaders } from './report-answer.ts';

/** An answer with more rows is sent while it is made. */
const SENT_WHOLE = 2_000;

interface Begun {
  readonly rows: number;
  readonly moment: Moment;
}

/**
 * The answer begins as soon as the totals are known, and with them the number of rows: what is refused is refused before
 * that. `read` reads in a snapshot, which goes on while the answer is sent.
 */
export const answerMovements = async (
  req: Request,
  filter: MovementsFilter,
  read: (work: (snapshot: Snapshot) => Promise<void>) => Promise<void>,
): Promise<Answer> => {
  const type = reportType(req);
  const isRows = type === NDJSON || type === CSV;
  const pieces = createPieces();
  const begun = Promise.withResolvers<Begun>();
  const made = read(async (snapshot) => {
    const totals = await readTotals(snapshot, filter);
    const rows = totals.reduce((sum, { count }) => sum + count, 0);
    requireFewRows(rows);
    begun.resolve({ rows, moment: snapshot.moment });
    await (isRows ? writeRows(pieces, type, filter, snapshot) : writeJson(pieces, filter, totals, snapshot));
    pieces.end();
  });
  made.catch((error: Error) => {
    begun.reject(error);
    pieces.fail(error);
  });
  const { rows, moment } = await begun.promise;
  if (rows <= SENT_WHOLE) {
    await made;
    const bytes = await pieces.all();
    return isRows ? rowsAnswer(type, bytes, { rows, moment }) : { bytes, headers: { Vary: 'Accept' } };
  }
  const contentType = `${isRows ? type : 'application/json'}; charset=utf-8`;
  const headers = isRows ? rowsHeaders({ rows, moment }) : { Vary: 'Accept' };
  return { contentType, headers, stream: (out) => pieces.sendTo(out) };
};

const writeJson = async (
  pieces: Pieces,
  filter: MovementsFilter,
  totals: readonly SourceTotal[],
  snapshot: Snapshot,
): Promise<void> => {
  const { date_from, date_to } = filter;
  const head = { date_from, date_to, group_by: 'movement', as_of: snapshot.moment, totals };
  pieces.add(`${JSON.stringify(head).slice(0, -1)},"movements":[`);
  pieces.flush();
  let before = '';
  await eachMovement(filter, snapshot, (values) => {
    pieces.add(before + movementJson(values));
    before = ',';
  });
  pieces.add(']}');
};

const writeRows = async (
  pieces: Pieces,
  type: typeof NDJSON | typeof CSV,
  filter: MovementsFilter,
  snapshot: Snapshot,
): Promise<void> => {
  if (type === CSV) pieces.add(`${MOVEMENT_COLUMNS.join(',')}\r\n`);
  pieces.flush();
  await eachMovement(filter, snapshot, (values) =>
    pieces.add(type === CSV ? `${movementCsv(values)}\r\n` : `${movementJson(values)}\n`),
  );
};

/** Hands over the values of each movement, with the names of the moment. */
const eachMovement = async (
  filter: MovementsFilter,
  snapshot: Snapshot,
  take: (values: readonly (string | null)[]) => void,
): Promise<void> => {
  const nameOf = await readNames(snapshot, filter.brand_id, ['point', 'payment_purpose', 'payment_type']);
  const named = withNames(nameOf, await readAccounts(snapshot, filter.brand_id));
  await streamMovements(snapshot, filter, (values) => take(named(values)));
};
