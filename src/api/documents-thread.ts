import { parentPort, workerData } from 'node:worker_threads';
import { describeServed } from './describe-routes.ts';
import type { Made, ToDescribe } from './documents-in-thread.ts';
import { makeDocuments } from './http/documents.ts';

/** A thread that makes the documents, sends them, and ends. */
const { info, operationIds }: ToDescribe = workerData;
const documents = await makeDocuments(await describeServed(operationIds), info);
parentPort!.postMessage(
  { documents } satisfies Made,
  Object.values(documents).map(({ buffer }) => buffer),
);
