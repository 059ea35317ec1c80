import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import { applyPlan } from '../../brand-file/apply.ts';
import { isEmpty, type Plan } from '../../brand-file/plan.ts';
import { planLines, summary } from '../../brand-file/print-plan.ts';
import type { There } from '../../brand-file/there.ts';
import { createProgress } from '../progress.ts';
import { linesOf } from './files.ts';
import { readThere } from './read-there.ts';
import type { BrandServer } from './venue-of.ts';

export interface CarryOptions {
  /** Nobody is asked. */
  readonly yes?: boolean;
  /** Nothing is changed; the process ends with code 1 if something would be. */
  readonly check?: boolean;
}

/** How often what an interrupted run had made is compared once more. */
const MOST_ROUNDS = 3;

/** Shows what would change, asks, and changes it. `of`: the plan for what is on the server. */
export const carryOut = async (
  server: BrandServer,
  of: (there: There) => Plan,
  { yes, check }: CarryOptions,
): Promise<void> => {
  const planned = async (): Promise<Plan> => {
    const plan = of(await readThere(server));
    if (plan.problems.length > 0) throw new Error(linesOf(plan.problems));
    return plan;
  };
  let plan = await planned();
  for (const line of planLines(plan)) console.log(coloured(line));
  console.log(summary(plan));
  if (isEmpty(plan)) return;
  if (check) {
    process.exitCode = 1;
    return;
  }
  if (!yes && !(await agrees())) throw new Error('nothing was changed');
  for (let round = 1; ; round += 1) {
    const { duplicates, secrets } = await shownProgress(server, plan);
    for (const { key, api_key } of secrets) console.log(`keys.${key} is ${api_key}: it is not shown again`);
    if (duplicates === 0 || round === MOST_ROUNDS) return;
    // An interrupted run made them, perhaps otherwise than the file says by now.
    plan = await planned();
    if (isEmpty(plan)) return;
  }
};

const shownProgress = async (server: BrandServer, plan: Plan) => {
  let bar: ReturnType<typeof createProgress> | undefined;
  try {
    return await applyPlan(plan, {
      send: server.send,
      newUuid: () => randomUUID(),
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
