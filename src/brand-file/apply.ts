import { v5 as uuidv5 } from 'uuid';
import { untilOneFails } from '../concurrency/until-one-fails.ts';
import type { Words } from './brand-file.ts';
import { type AddressOf, commandOf, type Ids, pointCommand } from './commands-of.ts';
import { ownNames } from './cycles.ts';
import type { Plan, ThingStep } from './plan.ts';
import type { PointStep } from './plan-points.ts';
import { SECTIONS, type SectionName, sectionNames } from './sections.ts';

export interface SentCommand {
  readonly type: string;
  readonly command_id: string;
  readonly fields: Words;
}

export interface Answered {
  readonly status: 'accepted' | 'duplicate' | 'rejected';
  readonly message?: string | null;
  readonly field?: string | null;
  readonly result: Readonly<Record<string, unknown>> | null;
}

/** Sends commands that do not wait for each other, and answers in their order. */
export type Send = (commands: readonly SentCommand[]) => Promise<readonly Answered[]>;

export interface Applied {
  /** Things that had been made before, by a run that was interrupted: they may differ from the file. */
  readonly duplicates: number;
  /** Secrets of new keys, by their names in the file. */
  readonly secrets: readonly { readonly key: string; readonly api_key: string }[];
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
  /** One section after another: slower, but ids are the same each time. */
  readonly isInOrder?: boolean;
  /** The id of a command that makes nothing new. `label`: what it does, the same in every plan. */
  readonly newUuid: (label: string) => string;
  /** The addresses of pictures that lie beside the file: they were sent before. */
  readonly addressOf?: AddressOf;
}

interface Ask {
  readonly command: SentCommand;
  /** What it is about, for whoever reads that it was refused. */
  readonly about: string;
  readonly step?: ThingStep;
  /** Where the file says so. `field`: of the command. */
  readonly problemAt?: PointStep['problemAt'];
}

/** Never change it: with another value, what an interrupted run has made would be made a second time. */
const NAMESPACE = '5b1f0a0e-6a4c-4d5c-9a55-0c8a2b1f7d33';

/**
 * A thing is made by a command whose id follows from its name: made twice, by a run that was interrupted or by two runs at
 * once, it is one.
 * @param former the thing that had the name before, and never comes back
 */
export const creationId = (section: SectionName, key: string, former?: number | string): string =>
  uuidv5(`${section}/${key}${former === undefined ? '' : ` after ${former}`}`, NAMESPACE);

/** So many commands go in one request, and so many requests at once: the server carries those of one out one by one. */
const AT_ONCE = 50;
const SENDERS = 4;
const MAX_BYTES = 1_000_000;
/** Of one SetExternalIds. */
const MOST_NAMES = 1_000;

/** Carries a plan out. It may be interrupted anywhere: the plan that is made then has what is left. */
export const applyPlan = async (
  plan: Plan,
  { send, progress, newUuid, isInOrder = false, addressOf = notSent }: ApplyOptions,
): Promise<Applied> => {
  const ids = knownIds(plan);
  const secrets: { key: string; api_key: string }[] = [];
  let duplicates = 0;
  let done = 0;
  const all = countOf(plan);
  const sendChunk = async (chunk: readonly Ask[]): Promise<void> => {
    const answers = await send(chunk.map(({ command }) => command));
    for (const [index, { status, message, field, result }] of answers.entries()) {
      const { step } = chunk[index]!;
      if (status === 'rejected') throw new ApplyRefused(refusal(chunk[index]!, message, field));
      if (step?.kind !== 'new') continue;
      if (status === 'duplicate') duplicates += 1;
      ids[step.section].set(step.key, result!.id as number | string);
      if (typeof result?.api_key === 'string') secrets.push({ key: step.key, api_key: result.api_key });
    }
    done += chunk.length;
    progress?.(Math.min(done, all), all);
  };
  /** Sends what does not wait for each other. */
  const run = (asks: readonly Ask[]): Promise<void> =>
    untilOneFails(chunksOf(asks), sendChunk, isInOrder ? 1 : SENDERS);
  const asked = (steps: readonly ThingStep[]): Ask[] =>
    steps.flatMap((step) =>
      commandOf(step, ids, addressOf).map(({ type, fields }) => {
        const { section, key, kind } = step;
        const command_id =
          kind === 'new'
            ? creationId(section, key, plan.former[section]?.get(key))
            : newUuid(`${type} ${section}/${key}`);
        const problemAt: Ask['problemAt'] = step.entry && ((field, text) => step.entry!.problemAt(pathOf(field), text));
        return {
          command: { type, command_id, fields },
          about: `${section}.${key}`,
          step,
          ...(problemAt && { problemAt }),
        };
      }),
    );

  const by = Map.groupBy(plan.things, ({ section }) => section);
  const runSection = async (section: SectionName): Promise<void> => {
    const steps = by.get(section) ?? [];
    for (const level of levelsOf(
      section,
      steps.filter(({ kind }) => kind === 'new'),
    )) {
      await run(asked(level));
    }
    await run(asked(steps.filter(({ kind }) => kind === 'restored' || kind === 'changed')));
    const bound = steps
      .filter(({ binds }) => binds)
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
  const points = plan.points.flatMap((step) =>
    pointCommand(step, ids).map(({ type, fields }, part) => {
      const about = `${step.kind} of ${step.point}`;
      const what = whatOf(step);
      return {
        command: { type, command_id: newUuid(`${about} ${part} ${what}`), fields },
        about,
        problemAt: step.problemAt,
      };
    }),
  );
  await run(points);
  for (const section of sectionNames.toReversed()) {
    // One after another: a category goes after those below it.
    for (const step of (by.get(section) ?? []).filter(({ kind }) => kind === 'removed').toReversed())
      await run(asked([step]));
  }
  return { duplicates, secrets, ids };
};

const notSent: AddressOf = (path) => {
  throw new Error(`the picture ${path} was not sent`);
};

/** What tells the steps of a kind at a point apart. */
const whatOf = (step: PointStep): string => {
  if (step.kind === 'section') return step.category;
  if (step.kind === 'special_day') return step.date;
  return step.kind === 'on_sale' ? String(step.on_sale) : '';
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

const knownIds = ({ named }: Plan) =>
  Object.fromEntries(
    sectionNames.map((section) => [section, new Map([...named[section].things].map(([key, { id }]) => [key, id]))]),
  ) as { [Section in SectionName]: Map<string, number | string> };

/** About so many commands: for the progress alone. */
const countOf = ({ things, points }: Plan): number =>
  Math.max(1, things.filter(({ kind }) => kind !== 'named' && kind !== 'stays').length + points.length);

/** New things, those first that others of them name. */
const levelsOf = (section: SectionName, steps: readonly ThingStep[]): ThingStep[][] => {
  const waiting = new Map(steps.map((step) => [step.key, step]));
  const levels: ThingStep[][] = [];
  // Without circles, some can go each time.
  while (waiting.size > 0) {
    const level = [...waiting.values()].filter((step) =>
      ownNames(section, step.words).every(({ name }) => !waiting.has(name)),
    );
    for (const { key } of level) waiting.delete(key);
    levels.push(level);
  }
  return levels;
};

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
  const text = `${about}: ${message ?? 'refused'}`;
  const place = problemAt?.(field, text);
  return place ? `${place.file}:${place.line}: ${text}` : text;
};

/** `items[0].quantity` as a path. */
const pathOf = (field: string | null | undefined): (string | number)[] =>
  (field ?? '')
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
