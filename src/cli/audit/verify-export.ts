import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { eventCatalogue } from '../../domain/event-catalogue.ts';
import { parseVerifierKey } from '../../transparency/note.ts';
import { verifyExport } from '../../transparency/verify-export.ts';

interface Options {
  readonly key: readonly string[];
}

const several = (value: string, before: readonly string[] = []): string[] => [...before, value];

export const verifyExportCommand = new Command('verify-export')
  .description('Verifies an NDJSON export of events with the public key of the log: needs no database and no network.')
  .argument('<file>', 'what GET /audit/v1/events answered as NDJSON')
  .requiredOption(
    '--key <file>',
    'the public key, as GET /audit/v1/log/key has it; may be given several times',
    several,
  )
  .action(async (file: string, { key }: Options) => {
    const keys = await Promise.all(key.map(async (each) => parseVerifierKey(await readFile(each, 'utf8'))));
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
    const { events, size, problems, sealed } = await verifyExport(lines, keys, eventCatalogue);
    for (const problem of problems) console.log(`DIFFERS: ${problem}`);
    if (problems.length === 0) {
      console.log(`${events} events are in the log of ${size} events that was signed`);
      if (sealed.length > 0)
        console.log(`not provable from this file, because it is sealed in the log: ${sealed.join(', ')}`);
    }
    process.exitCode = problems.length === 0 ? 0 : 1;
  });
