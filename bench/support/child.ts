import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own, so that it shares nothing with the load but the machine. */
export interface Child {
  readonly url: string;
  /** One of the questions the server answers; one at a time. */
  ask(question: string): Promise<number>;
  stop(): Promise<void>;
}

const AS_NPM_START = ['--max-semi-space-size=40', '--no-parallel-scavenge'];

/** Starts bench/<from>/<name>.ts. BENCH_PROFILE=<folder> leaves a CPU profile of it there, BENCH_TRACE=<file> what it was busy with when. */
export const startServer = async (name: string, args: readonly string[] = [], from = 'servers'): Promise<Child> => {
  const folder = process.env.BENCH_PROFILE;
  const child = fork(fileURLToPath(new URL(`../${from}/${name}.ts`, import.meta.url)), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [
      ...AS_NPM_START,
      ...(process.env.BENCH_TRACE ? ['--import', fileURLToPath(new URL('../tail/trace.ts', import.meta.url))] : []),
      ...(folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${name}-${Date.now()}.cpuprofile`] : []),
    ],
  });
  const ended = once(child, 'exit');
  const next = async (): Promise<unknown> => {
    const ends = ended.then(([code]) => {
      throw new Error(`the ${name} server ended with ${code}`);
    });
    const [message] = await Promise.race([once(child, 'message'), ends]);
    return message;
  };
  const { port } = (await next()) as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    ask: (question) => {
      const answer = next();
      child.send(question);
      return answer as Promise<number>;
    },
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
};
