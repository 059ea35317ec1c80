import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * They mostly wait, for a clock or for programs that they start, up to half a minute. By their size they would come last, when
 * nothing else is left to do meanwhile.
 */
const WAITING = [
  'test/contract/stop-without-database.test.ts',
  'test/nemesis/nemesis.test.ts',
  'test/race/stop-list-crash.test.ts',
  'test/race/crash-safety.test.ts',
  'test/race/money-crash.test.ts',
  'test/race/loyalty/loyalty.test.ts',
  'test/race/webhooks/faults.test.ts',
  'test/contract/processes/silent-connection.test.ts',
  'test/contract/erasure/nothing-of-the-till-is-left.test.ts',
  'test/race/timers-frozen-owner.test.ts',
  'test/api/demo-brand.test.ts',
  'test/contract/backup.test.ts',
  'test/race/key-rotation.test.ts',
  'test/api/http/unread-answers.test.ts',
  'test/api/audit-load.test.ts',
];

/**
 * They work for ten seconds or more, and have few lines: vitest orders files that it has not run yet by their size, so one worker
 * would still be at one of these when the others have nothing left to do.
 */
const LONG = [
  'test/browser/back-office/looks.test.ts',
  'test/browser/back-office/shell.test.ts',
  'test/contract/event-store/postgres.test.ts',
  'test/api/reports/olap-unread.test.ts',
  'test/api/reports/money-movements-large.test.ts',
  'test/contract/replicas.test.ts',
];

/**
 * The timers of such a file are false for the whole worker. Files share a worker, and an app that another file has started there
 * would set its timers among them. So these files come before all that start an app.
 */
const setsClock = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').includes('vi.useFakeTimers');

const isOneOf =
  (names: readonly string[]) =>
  ({ moduleId }: TestSpecification): boolean =>
    names.some((name) => moduleId.endsWith(name));

/**
 * The order of the files of a run: those with false timers; then in turns one that mostly waits and one that works, so that the
 * processor has work meanwhile; of those the long ones first, then all others as vitest has them.
 */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [settingClock, others] = split(await super.sort(files), setsClock);
    const [waiting, rest] = split(others, isOneOf(WAITING));
    const working = split(rest, isOneOf(LONG)).flat();
    const inTurns = waiting.flatMap((file, place) => [file, ...working.slice(place, place + 1)]);
    return [...settingClock, ...inTurns, ...working.slice(waiting.length)];
  }
}

const split = (files: TestSpecification[], has: (file: TestSpecification) => boolean) => {
  const { yes = [], no = [] } = Object.groupBy(files, (file) => (has(file) ? 'yes' : 'no'));
  return [yes, no] as const;
};
