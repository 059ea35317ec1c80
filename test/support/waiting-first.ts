import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They mostly wait, for up to half a minute. By their size they would come last, when nothing else is left to do meanwhile. */
const WAITING = [
  'test/contract/stop-without-database.test.ts',
  'test/nemesis/nemesis.test.ts',
  'test/race/stop-list-crash.test.ts',
  'test/race/webhooks/faults.test.ts',
  'test/contract/processes/silent-connection.test.ts',
];

/**
 * The timers of such a file are false for the whole worker. Files share a worker, and an app that another file has started there
 * would set its timers among them. So these files come before all that start an app.
 */
const setsClock = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').includes('vi.useFakeTimers');

const waits = ({ moduleId }: TestSpecification): boolean => WAITING.some((name) => moduleId.endsWith(name));

/** The order of the files of a run: those with false timers, those that mostly wait, and then all others as vitest has them. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = (file: TestSpecification): number => (setsClock(file) ? 0 : waits(file) ? 1 : 2);
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
