import { Worker } from 'node:worker_threads';
import type { Documents } from './http/documents.ts';
import type { ApiInfo } from './http/openapi/document.ts';
import type { RouteGroup } from './http/route.ts';

/** What the thread is told: definitions cannot be sent to it, so it makes the same ones. */
export interface ToDescribe {
  readonly info: ApiInfo;
  /** Of the routes that the process serves. Others are not described. */
  readonly operationIds: readonly string[];
}

/** What it sends. */
export interface Made {
  readonly documents: Documents;
}

/** Makes the documents in a thread of their own: on the thread that serves everybody, no order would be answered meanwhile. */
export const documentsInThread = (groups: readonly RouteGroup[], info: ApiInfo): Promise<Documents> =>
  new Promise((resolve, reject) => {
    const operationIds = groups.flatMap(({ routes }) => routes.map(({ operationId }) => operationId));
    const workerData: ToDescribe = { info, operationIds };
    const thread = new Worker(new URL('documents-thread.ts', import.meta.url), { workerData });
    // A process that stops does not wait for it.
    thread.unref();
    // Under `npm run dev` Node sends what the thread imports as well.
    thread.on('message', ({ documents }: Partial<Made>) => documents && resolve(documents));
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread that makes the documents ended with ${code}`)));
  });
