import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import { applyPlan, type NewSecret } from '../../brand-file/apply.ts';
import type { BrandFile } from '../../brand-file/brand-file.ts';
import { checkPlan } from '../../brand-file/check-plan.ts';
import { isEmpty, type Plan } from '../../brand-file/plan.ts';
import { planLines, summary } from '../../brand-file/print-plan.ts';
import { readThere } from '../../brand-file/read-there.ts';
import type { There } from '../../brand-file/there.ts';
import { createProgress } from '../progress.ts';
import { linesOf } from './files.ts';
import { sendPictures, unfitPictures } from './pictures.ts';
import type { BrandServer } from './venue-of.ts';

export interface CarryOptions {
  /** Nobody is asked. */
  readonly yes?: boolean;
  /** Nothing is changed; the process ends with code 1 if something would be. */
  readonly check?: boolean;
}

/** How often what an interrupted run had made is compared once more. */
const MOST_ROUNDS = 3;

/** What the server must become. */
export interface Wanted {
  /** The plan for what is on the server. `pictures`: the hashes of those that it has, by their paths. */
  planFor(there: There, pictures: ReadonlyMap<string, string>): Plan;
  /** Pictures beside the file. */
  readonly pictures: BrandFile['pictures'];
  /** Where the file lies. */
  readonly folder: string;
}

/** Shows what would change, asks, and changes it. */
export const carryOut = async (server: BrandServer, wanted: Wanted, { yes, check }: CarryOptions): Promise<void> => {
  const { pictures, folder } = wanted;
  const planned = async () => {
    const [there, known] = await Promise.all([readThere(server), server.knownPictures(pictures)]);
    const plan = wanted.planFor(there, new Map([...known].map(([path, { hash }]) => [path, hash])));
    if (plan.problems.length > 0) throw new Error(linesOf(plan.problems));
    return { plan, addresses: new Map([...known].map(([path, { image }]) => [path, image])) };
  };
  let { plan, addresses } = await planned();
  const unsent = [...pictures.keys()].filter((path) => !addresses.has(path));
  const unfit = await unfitPictures(folder, pictures, unsent);
  if (unfit.length > 0) throw new Error(linesOf(unfit));
  for (const line of planLines(plan)) console.log(coloured(line));
  console.log(summary(plan));
  if (isEmpty(plan)) return;
  const refused = await checkPlan(plan, server.check, { newUuid });
  if (refused.length > 0) throw new Error(linesOf(refused));
  if (check) {
    process.exitCode = 1;
    return;
  }
  if (!yes && !(await agrees())) throw new Error('nothing was changed');
  for (const { section, key, kind } of plan.things) {
    // It may have been made by a run that was killed before it could show what the server answered.
    if (section === 'keys' && kind === 'named') console.log(untold(key));
  }
  const sent = await shownSending(server, folder, unsent);
  for (let round = 1; ; round += 1) {
    const { duplicates } = await shownProgress(server, plan, new Map([...addresses, ...sent]));
    if (duplicates === 0 || round === MOST_ROUNDS) return;
    // An interrupted run made them, perhaps otherwise than the file says by now.
    ({ plan, addresses } = await planned());
    if (isEmpty(plan)) return;
  }
};

/** At once: what comes later may fail. */
const showSecret = ({ key, api_key }: NewSecret): void =>
  console.log(api_key === undefined ? untold(key) : `keys.${key} is ${api_key}: it is not shown again`);

const untold = (key: string): string =>
  `keys.${key} was made before: if nobody has its secret, revoke it and apply the file again, which makes a new one`;

const newUuid = (): string => randomUUID();

const shownSending = async (server: BrandServer, folder: string, paths: readonly string[]) => {
  if (paths.length === 0) return new Map<string, string>();
  const bar = createProgress(process.stderr, 'pictures', paths.length);
  try {
    return await sendPictures(server, folder, paths, (count) => bar.show(count, count));
  } finally {
    bar.end();
  }
};

const shownProgress = async (server: BrandServer, plan: Plan, addresses: ReadonlyMap<string, string>) => {
  let bar: ReturnType<typeof createProgress> | undefined;
  try {
    return await applyPlan(plan, {
      send: server.send,
      newUuid,
      onSecret: showSecret,
      addressOf: (path) => addresses.get(path)!,
      progress: (done, all) => {
        bar ??= createProgress(process.stderr, 'commands', all);
        bar.show(done, done);
      },
    });
  } finally {
    bar?.end();
  }
};

const agrees = async (): Promise<boolean> => {
  if (!process.stdin.isTTY) throw new Error('nobody is there to ask: say --yes to change this');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question('Change this? (y/n) ');
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
};

const COLOURS: Readonly<Record<string, 'green' | 'yellow' | 'red' | 'cyan'>> = {
  '+': 'green',
  '~': 'yellow',
  '-': 'red',
  '=': 'cyan',
};

const coloured = (line: string): string => {
  const colour = COLOURS[line[0]!];
  return colour ? styleText(colour, line, { stream: process.stdout }) : line;
};
