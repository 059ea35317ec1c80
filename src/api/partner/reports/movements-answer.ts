import {
  type MovementsFilter,
  readAccounts,
  readTotals,
  type SourceTotal,
  streamMovements,
} from '../../../projections/money/movements-report.ts';
import { readNames } from '../../../projections/reports/names-then.ts';
import { requireFewRows } from '../../../projections/reports/report-size.ts';
import type { Snapshot } from '../../../projections/reports/snapshot.ts';
import type { Weight } from '../../../projections/reports/weight.ts';
import { CSV, NDJSON } from '../../http/media-types.ts';
import type { Answer } from '../../http/route-answer.ts';
import type { RouteRequest } from '../../http/route-request.ts';
import { type CsvForm, csvHead, csvLine } from '../exports-csv.ts';
import { MOVEMENT_COLUMNS, movementCells, movementJson, withNames } from './movement-rows.ts';
import type { Pieces } from './pieces.ts';
import { type Asked, reportType } from './report-answer.ts';
import { streamedReport } from './streamed-report.ts';

/** Every movement that passes the filter, in the form that the caller accepts. */
export const answerMovements = (
  request: Asked & Pick<RouteRequest, 'unread' | 'signal'>,
  filter: MovementsFilter,
  {
    weight,
    read,
  }: { readonly weight: Weight; readonly read: (work: (snapshot: Snapshot) => Promise<void>) => Promise<void> },
): Promise<Answer> => {
  const type = reportType(request.req);
  return streamedReport(request, (pieces, begin) =>
    read(async (snapshot) => {
      request.unread.requireRoom();
      if (weight === 'heavy') pieces.mayWait();
      const totals = await readTotals(snapshot, filter);
      const rows = totals.reduce((sum, { count }) => sum + count, 0);
      requireFewRows(rows);
      begin({ rows, moment: snapshot.moment });
      const table = type === CSV ? request.query : null;
      if (type === NDJSON || table) await writeRows(pieces, table, filter, snapshot);
      else await writeJson(pieces, filter, totals, snapshot);
    }),
  );
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
  await eachMovement(filter, snapshot, pieces, (values) => {
    pieces.add(before + movementJson(values));
    before = ',';
  });
  pieces.add(']}');
};

const writeRows = async (
  pieces: Pieces,
  table: CsvForm | null,
  filter: MovementsFilter,
  snapshot: Snapshot,
): Promise<void> => {
  if (table) pieces.add(csvHead(table, MOVEMENT_COLUMNS));
  pieces.flush();
  await eachMovement(filter, snapshot, pieces, (values) =>
    pieces.add(table ? csvLine(table, movementCells(values)) : `${movementJson(values)}\n`),
  );
};

/** Hands over the values of each movement, with the names of the moment. */
const eachMovement = async (
  filter: MovementsFilter,
  snapshot: Snapshot,
  { pause }: Pick<Pieces, 'pause'>,
  take: (values: readonly (string | null)[]) => void,
): Promise<void> => {
  const nameOf = await readNames(snapshot, filter.brand_id, ['point', 'payment_purpose', 'payment_type']);
  const named = withNames(nameOf, await readAccounts(snapshot, filter.brand_id));
  await streamMovements(snapshot, filter, (values) => take(named(values)), pause);
};
