import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface OpenLoop {
  readonly url: string;
  readonly token: string;
  readonly perSecond: number;
  readonly seconds: number;
  readonly nextBody: () => string;
  /** Told of each answer: after how many milliseconds. */
  readonly onAnswer?: (took: number) => void;
}

const TICK_MS = 5;

/**
 * POSTs at a fixed rate, whether answers are slow or quick: unlike callers that wait, it does not slow down with the
 * server. Resolves when all are answered. Throws unless every answer is a 200.
 */
export const runOpenLoop = async (load: OpenLoop): Promise<void> => {
  const { url, token, perSecond, seconds, nextBody, onAnswer } = load;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = () =>
    new Promise<void>((resolve, reject) => {
      const sent = performance.now();
      const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
        response.resume();
        response.once('end', () => {
          onAnswer?.(performance.now() - sent);
          if (response.statusCode === 200) resolve();
          else reject(new Error(`POST ${url} answered ${response.statusCode}`));
        });
      });
      request.once('error', reject);
      request.end(nextBody());
    });

  const answers: Promise<void>[] = [];
  const began = performance.now();
  for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - began) / 1_000) {
    while (answers.length < elapsed * perSecond) answers.push(post());
    await delay(TICK_MS);
  }
  try {
    await Promise.all(answers);
  } finally {
    agent.destroy();
  }
};
