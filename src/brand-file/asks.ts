import { v5 as uuidv5 } from 'uuid';
import type { Words } from './brand-file.ts';
import { type AddressOf, commandOf, type Ids, pointCommand } from './commands-of.ts';
import { ownNames } from './cycles.ts';
import type { Plan, ThingStep } from './plan.ts';
import type { PointStep } from './plan-points.ts';
import type { Problem } from './problems.ts';
import { SECTIONS, type SectionName } from './sections.ts';

export interface SentCommand {
  readonly type: string;
  readonly command_id: string;
  readonly fields: Words;
}

/** A command of a plan, and what it is about. */
export interface Ask {
  readonly command: SentCommand;
  /** For whoever reads that it was refused. */
  readonly about: string;
  readonly step?: ThingStep;
  /** What the file says of it is wrong: `message` is what the server says. `field`: of the command. */
  readonly problemAt?: (field: string | null | undefined, message: string) => Problem;
}

export interface AskOptions {
  /** By section and name: of all that a command refers to when it is made. */
  readonly ids: Ids;
  /** The id of a command that makes nothing new. `label`: what it does, the same in every plan. */
  readonly newUuid: (label: string) => string;
  /** The addresses of pictures that lie beside the file. */
  readonly addressOf: AddressOf;
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

/** The commands of a plan, by when they can be sent. Each is made when it is asked for: what it refers to must have its id. */
export const createAsks = (plan: Plan, { ids, newUuid, addressOf }: AskOptions) => {
  const by = Map.groupBy(plan.things, ({ section }) => section);
  const stepsOf = (section: SectionName, ...kinds: readonly ThingStep['kind'][]): ThingStep[] =>
    (by.get(section) ?? []).filter(({ kind }) => kinds.includes(kind));
  const asksOf = (step: ThingStep): Ask[] =>
    commandOf(step, ids, addressOf).map(({ type, fields }) => {
      const { section, key, kind, problemAt } = step;
      const isNew = kind === 'new';
      const command_id = isNew
        ? creationId(section, key, plan.former[section]?.get(key))
        : newUuid(`${type} ${section}/${key}`);
      const about = `${section}.${key}`;
      return {
        command: { type, command_id, fields },
        about,
        step,
        ...(problemAt && {
          problemAt: (field, message) =>
            problemAt(pathOf(section, field), `${about}: ${message}`, { code: 'refused', values: { message } }),
        }),
      };
    });
  return {
    /** New things of a section in levels: each names things of those before it alone. */
    levels: (section: SectionName): (() => Ask[])[] =>
      levelsOf(section, stepsOf(section, 'new')).map((level) => () => level.flatMap(asksOf)),
    changes: (section: SectionName): Ask[] => stepsOf(section, 'restored', 'changed').flatMap(asksOf),
    /** In an order in which each goes after those that name it: a category after those below it. */
    removals: (section: SectionName): Ask[] => stepsOf(section, 'removed').toReversed().flatMap(asksOf),
    points: (): Ask[] =>
      plan.points.flatMap((step) =>
        pointCommand(step, ids).map(({ type, fields }, part): Ask => {
          const about = `${step.kind} of ${step.point}`;
          const command = { type, command_id: newUuid(`${about} ${part} ${whatOf(step)}`), fields };
          return { command, about, problemAt: step.problemAt };
        }),
      ),
  };
};

/** What tells the steps of a kind at a point apart. */
const whatOf = (step: PointStep): string => {
  if (step.kind === 'section') return step.category;
  if (step.kind === 'special_day') return step.date;
  return step.kind === 'on_sale' ? String(step.on_sale) : '';
};

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

/** `items[0].product_id` of a command as a path in the file, which has names in the place of ids. */
const pathOf = (section: SectionName, field: string | null | undefined): (string | number)[] => {
  const names = new Map(
    SECTIONS[section].references.map(({ path, as }) => [path.findLast((part) => part !== '*'), as] as const),
  );
  return (field ?? '')
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : (names.get(part) ?? part)));
};
