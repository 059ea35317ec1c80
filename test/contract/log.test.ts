import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify, stripVTControlCharacters } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const log = new URL('../../src/log/log.ts', import.meta.url).href;

/** What a process that does this with its log has written when it has ended. */
const linesOf = async (work: string): Promise<{ msg: string }[]> => {
  const script = `import { createLog } from '${log}'; const log = createLog('info'); ${work}`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]).catch((failed) => failed);
  return stdout
    .split('\n')
    .filter((line: string) => line !== '')
    .map((line: string) => JSON.parse(line));
};

/** A process that does this with its log, with an output that the test reads or does not. */
const startLogging = (work: string, before = ''): ChildProcess => {
  const script = `${before} const { createLog } = await import('${log}'); const log = createLog('info'); ${work}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

describe('the log', () => {
  it('the log writes what is left when the process ends', async () => {
    const lines = await linesOf(`log.info('one'); setImmediate(() => { log.info('two'); log.info('three'); });`);
    expect(lines.map((line) => line.msg)).toEqual(['one', 'two', 'three']);
  });

  it('the log writes what was logged in the very turn in which the process exits or fails', async () => {
    const exits = await linesOf(`log.info('one'); log.info('two'); process.exit(0);`);
    expect(exits.map((line) => line.msg)).toEqual(['one', 'two']);
    const fails = await linesOf(`setImmediate(() => { log.info('last'); throw new Error('a bug'); });`);
    expect(fails.map((line) => line.msg)).toEqual(['last']);
  });

  it('the log writes what little there is soon, also while the process goes on', async () => {
    const script = `import { createLog } from '${log}'; createLog('info').info('one'); setInterval(() => {}, 1_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [written] = await once(child.stdout, 'data');
    expect(JSON.parse(String(written))).toMatchObject({ msg: 'one' });
  });

  it('while the output is not read, some megabytes of its lines are kept, each line whole', async () => {
    const script = `import { createLog } from '${log}'; const log = createLog('info');
      const padding = 'x'.repeat(1_000_000);
      let left = 40;
      const next = () => {
        if (left-- === 0) process.send('logged');
        else { log.info({ padding }, String(left)); setImmediate(next); }
      };
      next();
      process.once('message', () => process.disconnect());`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child, 'message');
    child.send('end');
    const lines = (await child.stdout!.toArray()).join('').trim().split('\n');
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.length).toBeLessThan(20);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(lines.map((_, index) => String(39 - index)));
  });

  it('the log writes more than waits at once, in order and each line whole', async () => {
    const lines = await linesOf(`
      for (let i = 0; i < 3000; i++) log.info({ padding: 'x'.repeat(40) }, String(i));
      setImmediate(() => { for (let i = 3000; i < 6000; i++) log.info({ padding: 'ы'.repeat(40) }, String(i)); });`);
    expect(lines.map((line) => line.msg)).toEqual(Array.from({ length: 6000 }, (_, index) => String(index)));
  });

  it('the log lets the process end while its reader stands still', async () => {
    const child = startLogging(`for (let i = 0; i < 30; i++) log.info('x'.repeat(100_000));
      setTimeout(() => { process.send('stopping'); process.exit(0); }, 20);`);
    await once(child, 'message');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('the log lets the process go on and end when its reader has gone', async () => {
    const child = startLogging(`process.once('message', () => {
        for (let i = 0; i < 30; i++) log.info('x'.repeat(100_000));
        setTimeout(() => { log.info('last'); process.exit(0); }, 20);
      });
      process.send('started');`);
    await once(child, 'message');
    child.stdout!.destroy();
    child.send('log');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('the log lets the process end when its reader has gone and nothing was logged before', async () => {
    const child = startLogging(`process.once('message', () => { log.info('last'); process.exit(0); });
      process.send('started');`);
    await once(child, 'message');
    child.stdout!.destroy();
    child.send('log');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('the log piles up nothing while its reader stands still', async () => {
    const child = startLogging(
      `process.on('warning', ({ name }) => process.send(name));
      log.info('x'.repeat(1_000_000));
      setTimeout(() => { process.send('nothing to warn of'); process.exit(0); }, 400);`,
      // Each call of the timer that writes what waits comes at once instead of after a second.
      `const timer = setInterval; globalThis.setInterval = (work, ms) => timer(work, ms / 100);`,
    );
    expect((await once(child, 'message'))[0]).toBe('nothing to warn of');
  });

  it('the log writes lines for people where it is given their form, and each of them when the process ends', async () => {
    const terminal = new URL('../../src/log/terminal.ts', import.meta.url).href;
    const script = `import { createLog } from '${log}'; import { terminalLines } from '${terminal}';
      const log = createLog('info', terminalLines());
      log.warn({ route: '/v1/orders', status: 503 }, 'request'); log.info('done');`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
    const lines = stripVTControlCharacters(stdout).trim().split('\n');
    expect(lines[0]).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}] WARN: request \{"route":"\/v1\/orders","status":503\}$/);
    expect(lines[1]).toMatch(/^\[\S+] INFO: done$/);
    expect(lines).toHaveLength(2);
  });
});
