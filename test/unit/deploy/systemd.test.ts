import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { variables } from '../../../src/config/variables.ts';
import { need, pathOf, run, textOf } from './programs.ts';

const UNITS = ['tillstream.service', 'tillstream-backup.service'];

test('systemd rates what the units may do at most 2.0, and knows each of their settings', (context) => {
  need(context, 'systemd-analyze');
  for (const name of UNITS) {
    const { code, said } = run('systemd-analyze', [
      ...['security', '--offline=yes', '--no-pager', '--threshold=20'],
      pathOf(`deploy/systemd/${name}`),
    ]);
    expect([code, said.match(/exposure level.*/)?.[0]], said).toEqual([0, expect.stringMatching(/: [01]\.\d|: 2\.0/)]);
  }
  const { said } = run('systemd-analyze', [
    ...['verify', '--recursive-errors=no'],
    ...[...UNITS, 'tillstream-backup.timer'].map((name) => pathOf(`deploy/systemd/${name}`)),
  ]);
  // This machine has no checkout in /opt.
  const problems = said.split('\n').filter((line) => line.includes('tillstream') && !/is not executable/.test(line));
  expect(problems).toEqual([]);
});

test('what the units start is there, and as `npm start` has it', () => {
  const scripts = JSON.parse(textOf('package.json')).scripts as Record<string, string>;
  const started = UNITS.map((name) => /^ExecStart=\S+\/node (.*)$/m.exec(textOf(`deploy/systemd/${name}`))![1]!);
  expect(started[0]).toBe(scripts.start!.replace(/^.*exec node /, ''));
  expect(started[1]).toMatch(new RegExp(`^${scripts.backup!.replace('node ', '')} `));
});

test('what is set up from these files alone is never the demo, and its example knows each setting by its name', () => {
  const started = [...UNITS, 'tillstream-run'].map((name) => textOf(`deploy/systemd/${name}`));
  for (const text of started) expect(text).toMatch(/^(Environment=|export )NODE_ENV=production DEMO=off /m);
  const names = [...textOf('deploy/systemd/settings.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!);
  expect(names.filter((name) => !Object.hasOwn(variables.shape, name))).toEqual([]);
  expect(names).toContain('PLATFORM_API_KEY');
});

test('a command gets its settings from the files as they stand there, and its options; a wrong one is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tillstream-run-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'src/cli'), { recursive: true });
  await writeFile(join(folder, 'src/cli/show.ts'), '');
  await writeFile(
    join(folder, 'settings'),
    '# A comment\n\nDATABASE_URL=postgres://a?b=$c&d=e f\nMETRICS_TOKEN="quo ted"\n',
  );
  await writeFile(join(folder, 'backup'), "BACKUP_PASSPHRASE='without an end of line'");
  const show = `printf '[%s]' "$DEMO" "$DATABASE_URL" "$METRICS_TOKEN" "$BACKUP_PASSPHRASE" ran`;
  const script = textOf('deploy/systemd/tillstream-run')
    .replaceAll('/etc/tillstream', folder)
    .replace('/var/lib/tillstream', folder)
    .replace('/opt/tillstream', folder)
    .replace(/^exec setpriv.*\n +\S+/m, `${show}; printf '[%s]'`);
  const told = (...args: string[]) => run('sh', ['-c', script, 'tillstream-run', ...args]);
  expect(told('show', '--to', '/mnt/my backups').said).toBe(
    '[off][postgres://a?b=$c&d=e f][quo ted][without an end of line][ran][src/cli/show.ts][--to][/mnt/my backups]',
  );
  expect(told('nothing')).toEqual({ code: 2, said: 'there is no command nothing\n' });
  expect(told().code).toBe(2);
});
