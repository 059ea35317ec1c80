import { Worker } from 'node:worker_threads';

export interface Flood {
  /** Answers so far, by status. */
  readonly statuses: Map<number, number>;
  stop(): Promise<void>;
}

/** Asks for a URL over so many connections at once, again and again, in a thread of its own: it must not slow who measures. */
export const startFlood = (url: string, token: string, connections: number): Flood => {
  const statuses = new Map<number, number>();
  const worker = new Worker(THREAD, { eval: true, workerData: { url, token, connections } });
  worker.on('message', (batch: [number, number][]) => {
    for (const [status, count] of batch) statuses.set(status, (statuses.get(status) ?? 0) + count);
  });
  return { statuses, stop: async () => void (await worker.terminate()) };
};

const THREAD = `
const { Agent, get } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const { url, token, connections } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
let counts = new Map();
const count = (status) => {
  counts.set(status, (counts.get(status) ?? 0) + 1);
  send();
};
const send = () =>
  get(url, { agent, headers: { authorization: 'Bearer ' + token } }, (res) => {
    res.resume();
    res.once('end', () => count(res.statusCode));
  }).on('error', () => count(0));
for (let i = 0; i < connections; i++) send();
setInterval(() => {
  parentPort.postMessage([...counts]);
  counts = new Map();
}, 20);
`;
