import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They mostly wait, for up to half a minute. By their size they would come last, when nothing else is left to do meanwhile. */
const WAITING = [
  'test/contract/stop-without-database.test.ts',
  'test/nemesis/nemesis.test.ts',
  'test/race/stop-list-crash.test.ts',
  'test/race/webhooks/faults.test.ts',
  'test/contract/processes/silent-connection.test.ts',
];

/** The order of the files of a run: those that mostly wait, and then all others as vitest has them. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification) => WAITING.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}
