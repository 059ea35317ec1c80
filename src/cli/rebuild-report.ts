import type { RebuiltIndexTable } from '../projections/event-index/rebuild.ts';
import type { RebuildReport } from '../projections/rebuild/rebuild.ts';
import type { RebuiltTable } from '../projections/rebuild/swap.ts';

/** The reports as text for a terminal: a line for each read model, and below it one for each of its tables. */
export const renderReports = (reports: readonly RebuildReport[]): string => reports.map(renderReport).join('\n');

/** The same of the index of the log. */
export const renderIndex = (tables: readonly RebuiltIndexTable[]): string =>
  tables
    .map(({ table, before, after }) => {
      const [oldRows, oldChecksum] = [before.rows, before.checksum];
      const [newRows, newChecksum] = [after.rows, after.checksum];
      const equal = oldRows === newRows && oldChecksum === newChecksum;
      return renderTable({ table, oldRows, oldChecksum, newRows, newChecksum, equal }, null).join('\n');
    })
    .join('\n');

/** True if every read model was built, and none differs from the one it replaced. */
export const allWell = (reports: readonly RebuildReport[]): boolean =>
  reports.every(({ failure, tables }) => failure === null && tables.every(({ equal }) => equal !== false));

const renderReport = ({ name, events, seconds, failure, reason, tables }: RebuildReport): string => {
  const rate = Math.round(events / Math.max(seconds, 0.001));
  const heading = `${name}: ${readableCount(events)} events in ${seconds.toFixed(1)} s (${readableCount(rate)} a second)`;
  if (failure !== null) return `${name}: FAILED, nothing was changed. ${failure}\n`;
  const lines = tables.flatMap((table) => renderTable(table, reason));
  const differs = tables.some(({ equal }) => equal === false);
  const verdict = differs ? [`  ${name} DIFFERED from the log, and is now what the log says.`] : [];
  return `${[heading, ...lines, ...verdict].join('\n')}\n`;
};

const renderTable = (table: RebuiltTable, reason: string | null): string[] => {
  const { oldRows, oldChecksum, newRows, newChecksum, equal } = table;
  const verdict = equal === null ? `not compared: ${reason}` : equal ? 'equal' : 'DIFFERENT';
  const old = oldRows === null ? 'none' : renderSum(oldRows, oldChecksum);
  return [`  ${table.table}: ${verdict}`, `    old ${old}`, `    new ${renderSum(newRows, newChecksum)}`];
};

const renderSum = (rows: number, checksum: string | null): string =>
  `${readableCount(rows).padStart(12)} rows, ${checksum === null ? 'of other columns' : `checksum ${checksum}`}`;

/** 12 345 */
export const readableCount = (value: number): string => value.toLocaleString('en-US').replaceAll(',', ' ');
