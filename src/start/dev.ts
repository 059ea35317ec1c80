import { spawn } from 'node:child_process';

/**
 * `npm run dev`: the system, started anew when one of its sources changes, and beside it the pages of the back office, which
 * change while one looks at them. Vite prints the address of the pages. When one of the two ends, the other ends too.
 */
const NODE = ['--watch', '--max-semi-space-size=40', '--no-parallel-scavenge', 'src/main.ts', ...process.argv.slice(2)];
const VITE = ['node_modules/vite/bin/vite.js', 'back-office', '--clearScreen', 'false'];

const { PORT = '8080' } = process.env;
const env = { ...process.env, TILLSTREAM_URL: `http://127.0.0.1:${PORT}` };
const children = [NODE, VITE].map((words) => spawn(process.execPath, words, { stdio: 'inherit', env }));

const stop = (signal: NodeJS.Signals): void => {
  for (const child of children) child.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal));
for (const child of children) child.on('exit', () => stop('SIGTERM'));
