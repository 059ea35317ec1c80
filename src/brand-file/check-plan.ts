import { type AskOptions, createAsks, type SentCommand } from './asks.ts';
import { knownIds } from './commands-of.ts';
import type { Plan } from './plan.ts';
import { byPlace, type Problem } from './problems.ts';
import { sectionNames } from './sections.ts';

/** A command that would be refused: which one of those that were asked for. */
export interface Refused {
  readonly index: number;
  readonly message: string;
  readonly field: string | null;
}

/** A command that may name what it makes, for those after it. */
export interface CheckedCommand extends SentCommand {
  readonly as?: string;
}

/** Asks the server which commands would be refused if they were carried out in order. Nothing is carried out. */
export type Check = (commands: readonly CheckedCommand[]) => Promise<readonly Refused[]>;

/** Of one question to the server, which takes a little more. */
const MOST_COMMANDS = 20_000;
const MOST_BYTES = 8_000_000;
const MOST_VALUES = 240_000;

/** At most, of the name of what a command makes. */
const NAME_BYTES = 30;

/** As the server counts them: lists, objects, and what is in them. */
const valuesIn = (value: unknown): number =>
  value !== null && typeof value === 'object'
    ? Object.values(value).reduce((sum: number, each) => sum + valuesIn(each), 1)
    : 1;

/** Those that come first, as many as the server takes in one question. */
export const firstOf = <Each extends { readonly command: SentCommand }>(inOrder: readonly Each[]): readonly Each[] => {
  let [bytes, values] = [0, 0];
  return inOrder.slice(0, MOST_COMMANDS).filter(({ command }) => {
    bytes += new TextEncoder().encode(JSON.stringify(command)).length + NAME_BYTES;
    values += valuesIn(command) + 1;
    return bytes <= MOST_BYTES && values <= MOST_VALUES;
  });
};

/** Pictures that are to be sent are good by then: in their place stands any address. */
const ANY_ADDRESS = 'http://none.invalid/';

/**
 * What the server would refuse of a plan, at the places of the file: rules that it alone knows. Of a plan that is too long for one
 * question, what comes first is asked.
 */
export const checkPlan = async (
  plan: Plan,
  check: Check,
  { newUuid }: Pick<AskOptions, 'newUuid'>,
): Promise<readonly Problem[]> => {
  const ids = knownIds(plan) as { [Section in keyof ReturnType<typeof knownIds>]: Map<string, unknown> };
  const nameOf = new Map<unknown, string>();
  for (const [index, step] of plan.things.entries()) {
    if (step.kind !== 'new') continue;
    nameOf.set(step, `thing ${index}`);
    ids[step.section].set(step.key, { $: `thing ${index}` });
  }
  const asks = createAsks(plan, { ids: ids as AskOptions['ids'], newUuid, addressOf: () => ANY_ADDRESS });
  const inOrder = [
    ...sectionNames.flatMap((section) => [
      ...asks.levels(section).flatMap((level) => level()),
      ...asks.changes(section),
    ]),
    ...asks.points(),
    ...sectionNames.toReversed().flatMap(asks.removals),
  ];
  const asked = firstOf(inOrder);
  if (asked.length === 0) return [];
  const refused = await check(
    asked.map(({ command, step }) => {
      const as = nameOf.get(step);
      return as === undefined ? command : { ...command, as };
    }),
  );
  return refused
    .map(({ index, message, field }) => {
      const { problemAt } = asked[index]!;
      return problemAt!(field, message);
    })
    .toSorted(byPlace);
};
