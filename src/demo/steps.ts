import { v5 as uuidv5 } from 'uuid';
import type { Caller } from '../commands/bus/caller.ts';
import type { CommandAnswer } from '../commands/bus/command-bus.ts';

/** Carries a command out for a caller. `apiKey`: the key that IssueKey must issue, if it is a known one. */
export type Execute = (caller: Caller, type: string, body: object, apiKey?: string) => Promise<CommandAnswer>;

/** Carries out the step with that name and answers its result: the same whether it is done now or was done before. */
export type Step = (name: string, type: string, fields: object, apiKey?: string) => Promise<CommandAnswer['result']>;

/** Never change it: with another value, every step of a half-seeded brand would be done a second time. */
const NAMESPACE = '9d0b7a54-3f0e-4f3b-8a52-6b1c1d9e7f10';

/** The command_id of a step. */
export const stepId = (name: string): string => uuidv5(name, NAMESPACE);

/**
 * Steps carry a command_id that follows from their name, so an interrupted seeding continues where it stopped.
 * @param occurred_at when they happened; now unless told
 */
export const createStep =
  (execute: Execute, caller: Caller, occurred_at?: string): Step =>
  async (name, type, fields, apiKey) => {
    const body = { command_id: stepId(name), ...(occurred_at !== undefined && { occurred_at }), ...fields };
    const answer = await execute(caller, type, body, apiKey);
    return answer.result;
  };

/** As many steps at once as can share one write to the log without crowding the connection pool. */
const AT_ONCE = 24;

type StepOf<Item, Result> = (item: Item, index: number) => Promise<Result>;

/** Runs a step for each item, several at a time; answers in the order of the items. */
export const forEach = async <Item, Result>(
  items: readonly Item[],
  step: StepOf<Item, Result>,
  atOnce = AT_ONCE,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    const chunk = items.slice(start, start + atOnce);
    results.push(...(await Promise.all(chunk.map((item, offset) => step(item, start + offset)))));
  }
  return results;
};

/** One after another: slower, but ids follow the order of the items. */
export const oneByOne = <Item, Result>(items: readonly Item[], step: StepOf<Item, Result>): Promise<Result[]> =>
  forEach(items, step, 1);
