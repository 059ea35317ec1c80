import { untilOneFails } from '../concurrency/until-one-fails.ts';
import { type Ask, createAsks, type SentCommand } from './asks.ts';
import { type AddressOf, type Ids, knownIds } from './commands-of.ts';
import type { Plan } from './plan.ts';
import { problemLine } from './problems.ts';
import { SECTIONS, type SectionName, sectionNames } from './sections.ts';

export interface Answered {
  readonly status: 'accepted' | 'duplicate' | 'rejected';
  readonly message?: string | null;
  readonly field?: string | null;
  readonly result: Readonly<Record<string, unknown>> | null;
}

/** Sends commands that do not wait for each other, and answers in their order. */
export type Send = (commands: readonly SentCommand[]) => Promise<readonly Answered[]>;

/** The secret of a new key. It is told this once. */
export interface NewSecret {
  /** The key's name in the file. */
  readonly key: string;
  /** What the key is called. */
  readonly name: string;
  /** Undefined: another run has made the key, and the server tells a secret once. */
  readonly api_key: string | undefined;
}

export interface Applied {
  /** Things that had been made before, by a run that was interrupted: they may differ from the file. */
  readonly duplicates: number;
  readonly ids: Ids;
}

/** A command was refused: what comes after it was not sent. */
export class ApplyRefused extends Error {
  override readonly name = 'ApplyRefused';
}

export interface ApplyOptions {
  readonly send: Send;
  /** How many commands of all are done. */
  readonly progress?: (done: number, all: number) => void;
  /** Told as soon as it is known: what comes later may fail. */
  readonly onSecret?: (secret: NewSecret) => void;
  /** One section after another: slower, but ids are the same each time. */
  readonly isInOrder?: boolean;
  /** The id of a command that makes nothing new. `label`: what it does, the same in every plan. */
  readonly newUuid: (label: string) => string;
  /** The addresses of pictures that lie beside the file: they were sent before. */
  readonly addressOf?: AddressOf;
}

/** So many commands go in one request, and so many requests at once: the server carries those of one out one by one. */
const AT_ONCE = 50;
const SENDERS = 4;
const MAX_BYTES = 1_000_000;
/** Of one SetExternalIds. */
const MOST_NAMES = 1_000;

/** Carries a plan out. It may be interrupted anywhere: the plan that is made then has what is left. */
export const applyPlan = async (
  plan: Plan,
  { send, progress, onSecret, newUuid, isInOrder = false, addressOf = notSent }: ApplyOptions,
): Promise<Applied> => {
  const ids = knownIds(plan);
  const asks = createAsks(plan, { ids, newUuid, addressOf });
  let duplicates = 0;
  let done = 0;
  const all = countOf(plan);
  const sendChunk = async (chunk: readonly Ask[]): Promise<void> => {
    const answers = await send(chunk.map(({ command }) => command));
    let refused: ApplyRefused | undefined;
    for (const [index, { status, message, field, result }] of answers.entries()) {
      const { step } = chunk[index]!;
      if (status === 'rejected') refused ??= new ApplyRefused(refusal(chunk[index]!, message, field));
      if (status === 'rejected' || step?.kind !== 'new') continue;
      if (status === 'duplicate') duplicates += 1;
      ids[step.section].set(step.key, result!.id as number | string);
      if (step.section === 'keys')
        onSecret?.({ key: step.key, name: String(step.words.name), api_key: secretIn(result) });
    }
    if (refused) throw refused;
    done += chunk.length;
    progress?.(Math.min(done, all), all);
  };
  /** Sends what does not wait for each other. */
  const run = (toSend: readonly Ask[]): Promise<void> =>
    untilOneFails(chunksOf(toSend), sendChunk, isInOrder ? 1 : SENDERS);
  const runSection = async (section: SectionName): Promise<void> => {
    for (const level of asks.levels(section)) await run(level());
    await run(asks.changes(section));
    const bound = plan.things
      .filter((step) => step.section === section && step.binds)
      .map(({ key }) => ({ external_id: key, id: ids[section].get(key)! }));
    const { list } = SECTIONS[section];
    for (let start = 0; list && start < bound.length; start += MOST_NAMES) {
      const fields = { list, entries: bound.slice(start, start + MOST_NAMES) };
      const about = `names of ${section} ${start}`;
      await run([{ command: { type: 'SetExternalIds', command_id: newUuid(about), fields }, about }]);
    }
  };
  if (isInOrder) for (const section of sectionNames) await runSection(section);
  else await asTheyMay(runSection);
  await run(asks.points());
  for (const section of sectionNames.toReversed()) for (const ask of asks.removals(section)) await run([ask]);
  return { duplicates, ids };
};

const secretIn = (result: Answered['result']): string | undefined =>
  typeof result?.api_key === 'string' ? result.api_key : undefined;

const notSent: AddressOf = (path) => {
  throw new Error(`the picture ${path} was not sent`);
};

/** Each section once those are done that it names, and several at once. The first failure is thrown when all have ended. */
const asTheyMay = async (run: (section: SectionName) => Promise<void>): Promise<void> => {
  const running = new Map<SectionName, Promise<void>>();
  for (const section of sectionNames) {
    const before = SECTIONS[section].references.flatMap(({ to }) => running.get(to) ?? []);
    running.set(
      section,
      Promise.all(before).then(() => run(section)),
    );
  }
  const ended = await Promise.allSettled(running.values());
  const failed = ended.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed) throw failed.reason;
};

/** About so many commands: for the progress alone. */
const countOf = ({ things, points }: Plan): number =>
  Math.max(1, things.filter(({ kind }) => kind !== 'named' && kind !== 'stays').length + points.length);

const chunksOf = (asks: readonly Ask[]): Ask[][] => {
  const chunks: Ask[][] = [];
  let size = 0;
  for (const ask of asks) {
    const bytes = JSON.stringify(ask.command).length;
    const last = chunks.at(-1);
    if (last && last.length < AT_ONCE && size + bytes < MAX_BYTES) {
      last.push(ask);
      size += bytes;
    } else {
      chunks.push([ask]);
      size = bytes;
    }
  }
  return chunks;
};

const refusal = ({ about, problemAt }: Ask, message: string | null | undefined, field: string | null | undefined) => {
  const text = message ?? 'refused';
  const problem = problemAt?.(field, text);
  return problem ? problemLine(problem) : `${about}: ${text}`;
};
