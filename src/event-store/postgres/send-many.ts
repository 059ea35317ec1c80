import type pg from 'pg';
import { bigintArray, intArray, textArray, uuidArray } from '../../database/binary-array.ts';
import { conditionValues } from './condition-values.ts';
import { metadataValues } from './narrow-metadata.ts';
import { expectedValue, type PendingAppend } from './pending-append.ts';
import { sendingUnstored } from './stored-metadata.ts';

const parametersOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `$${index + 1}`);
/** Calls a function that appends. */
export const call = (name: string, parameters: number): string =>
  `select * from ${name}(${parametersOf(parameters).join(', ')})`;
/** The same, if keys are as they were. log.with_keys wraps $1, so it runs first. */
const callWithKeys = (name: string, parameters: number): string =>
  `select landed.* from log.with_keys($${parameters + 1}, $1) as streams
   cross join lateral ${name}(${['streams', ...parametersOf(parameters).slice(1)].join(', ')}) as landed`;
// The first fourteen parameters of log.append_if are those of log.append.
const statementsOf = (name: string, parameters: number) => ({
  plain: { name, text: call(name, parameters) },
  withKeys: { name: `${name} with keys`, text: callWithKeys(name, parameters) },
});
const APPEND = statementsOf('log.append', 14);
const APPEND_IF = statementsOf('log.append_if', 29);

/** A stored append. bigint columns arrive as text on this connection. */
export interface LandedRow {
  append_number: number;
  revision_before: string;
  head_before: string;
  recorded: string;
}

/** The oldest generation of keys that events of the batch were sealed with; undefined: it has none. */
export const oldestKeys = (batch: readonly PendingAppend[]): number | undefined => {
  const generations = batch.flatMap(({ keysAsOf }) => keysAsOf ?? []);
  return generations.length === 0 ? undefined : Math.min(...generations);
};

/** Sends any batch: log.append, or log.append_if where an append has conditions. Answers the appends that landed. */
export const sendMany = (client: pg.Client, batch: readonly PendingAppend[]): Promise<LandedRow[]> => {
  const events = batch.flatMap((append) => append.events);
  const metadata = events.map((event) => event.metadata);
  const isConditional = batch.some(({ conditions }) => conditions);
  const statements = isConditional ? APPEND_IF : APPEND;
  const keys = oldestKeys(batch);
  return sendingUnstored(client, metadata, async (unstored) => {
    const values = [
      textArray(batch.map((append) => append.stream)),
      bigintArray(batch.map(({ expected }) => expectedValue(expected))),
      intArray(batch.flatMap((append, index) => append.events.map(() => index + 1))),
      intArray(batch.flatMap((append) => append.events.map((_, index) => index + 1))),
      uuidArray(events.map((event) => event.id)),
      textArray(events.map((event) => event.type)),
      textArray(events.map((event) => event.packed)),
      ...metadataValues(metadata, unstored),
      ...(isConditional ? conditionValues(batch) : []),
    ];
    const { rows } = await client.query<LandedRow>(
      keys === undefined ? { ...statements.plain, values } : { ...statements.withKeys, values: [...values, keys] },
    );
    return rows;
  });
};
