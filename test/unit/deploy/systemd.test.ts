import { expect, test } from 'vitest';
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
