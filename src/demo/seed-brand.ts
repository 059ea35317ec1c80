import { type Applied, applyPlan } from '../brand-file/apply.ts';
import type { SentCommand } from '../brand-file/asks.ts';
import type { BrandFile } from '../brand-file/brand-file.ts';
import { planBrand } from '../brand-file/plan.ts';
import type { SectionName } from '../brand-file/sections.ts';
import { NOTHING_THERE } from '../brand-file/there.ts';
import type { Caller } from '../commands/bus/caller.ts';
import { type Execute, forEach, oneByOne, stepId } from './steps.ts';

/** Commands whose things are not shown by their ids: several at once share a write to the log. */
const AT_ONCE: ReadonlySet<string> = new Set(['DefineProduct', 'HireEmployee', 'SetPrices', 'SetCosts', 'SetOnSale']);

export interface BrandSeed {
  readonly execute: Execute;
  readonly caller: Caller;
  /** When it happened; now unless told. */
  readonly occurred_at?: string | undefined;
  /** False: the server keeps no names. It has them from an earlier start. */
  readonly names?: boolean;
}

/**
 * Makes the brand of a file by the plan that everyone's file gets. All of it is new: what an earlier start has made is answered
 * once more, and what people have changed since stays.
 */
export const seedBrand = async (
  file: BrandFile,
  { execute, caller, occurred_at, names = true }: BrandSeed,
): Promise<Applied['ids']> => {
  const plan = planBrand(file, NOTHING_THERE);
  const carryOut = async ({ type, command_id, fields }: SentCommand) => {
    const { result, status } = await execute(caller, type, {
      command_id,
      ...(occurred_at !== undefined && { occurred_at }),
      ...fields,
    });
    return { status, result };
  };
  const things = plan.things.map((step) => (names ? step : { ...step, binds: false }));
  const { ids } = await applyPlan(
    { ...plan, things },
    {
      send: (commands) => (AT_ONCE.has(commands[0]!.type) ? forEach(commands, carryOut) : oneByOne(commands, carryOut)),
      newUuid: (label) => stepId(`brand file/${label}`),
      isInOrder: true,
    },
  );
  return ids;
};

/** The file with these sections alone. */
export const only = (file: BrandFile, ...sections: readonly SectionName[]): BrandFile => ({
  ...file,
  sections: Object.fromEntries(sections.map((section) => [section, file.sections[section]])),
  prices: new Map(),
  costs: new Map(),
  not_on_sale: new Map(),
  closed_categories: new Map(),
  special_days: new Map(),
  pictures: new Map(),
});

/** Of a thing that the demo counts on. Throws for a name that the file does not have, such as a misspelt one. */
export const idIn = (ids: Applied['ids'], section: SectionName, name: string): number | string => {
  const id = ids[section].get(name);
  if (id === undefined) throw new Error(`examples/brand has no ${name} in ${section}`);
  return id;
};
