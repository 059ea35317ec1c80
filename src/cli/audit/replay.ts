import { join, relative } from 'node:path';
import { Command } from 'commander';
import { queryInstant } from '../../api/http/query.ts';
import { ANALYST_URL } from '../../database/embedded-postgres/secret.ts';
import { isPosition } from '../../event-store/position-text.ts';
import { allProjections } from '../../projections/all-projections.ts';
import { replay } from '../../projections/replay/replay.ts';
import { dropReplay, replaySchemas } from '../../projections/replay/schemas.ts';
import type { Until } from '../../projections/replay/until.ts';
import { withInterrupt } from '../interrupt.ts';
import { withLog } from '../open-log.ts';
import { renderAddress, renderReplay } from './replay-report.ts';

interface Options {
  readonly until?: string;
  readonly schema?: string;
  readonly drop?: true;
}

const parseUntil = (text: string): Until => {
  if (isPosition(text)) return { position: Number(text) };
  const parsed = queryInstant().safeParse(text);
  if (parsed.success) return { instant: parsed.data };
  throw new Error(`--until ${text} is neither a log position nor an instant such as 2026-03-01T12:00:00+05:00`);
};

/** `replay_980`, `replay_20260301_070000` */
const nameOf = (until: Until): string =>
  'position' in until
    ? `replay_${until.position}`
    : `replay_${new Date(until.instant).toISOString().slice(0, 19).replace('T', '_').replaceAll(/[-:]/g, '')}`;

const run = async ({ until: text, schema, drop }: Options, signal: AbortSignal): Promise<void> => {
  if (text === undefined && !(drop && schema)) throw new Error(`--until is missing${drop ? ', or --schema' : ''}`);
  const until = text === undefined ? undefined : parseUntil(text);
  const name = schema ?? nameOf(until!);
  const schemas = replaySchemas(name);
  await withLog('tillstream-audit', async ({ config, url, pool, store }) => {
    if (drop) {
      await dropReplay(pool, schemas);
      console.log(`replay ${name} is dropped`);
      return;
    }
    if (until && 'instant' in until && Date.parse(until.instant) > Date.now()) {
      throw new Error(`--until ${text} lies in the future`);
    }
    console.log(
      renderReplay(await replay({ store, url, projections: allProjections, until: until!, schema: name, signal })),
    );
    const analystUrl = relative(process.cwd(), join(config.dataDir, ANALYST_URL));
    console.log(renderAddress(name, url, config.databaseUrl === undefined ? analystUrl : undefined));
  });
};

export const replayCommand = new Command('replay')
  .description('Builds every read model and view as of a moment, in a schema of its own beside what runs.')
  .option('--until <moment>', 'a log position, or an instant: what was recorded by then')
  .option('--schema <name>', 'the name of the schema; replay_… unless told')
  .option('--drop', 'removes that replay instead')
  .action((options: Options) => withInterrupt((signal) => run(options, signal)));
