import type { AddressInfo } from 'node:net';
import express from 'express';
import { answerParent } from './answer-parent.ts';

/** Parses each request's JSON and answers the same JSON again and again. Argument: the answer. */
const answer: unknown = JSON.parse(process.argv[2]!);

const app = express();
app.use(express.json());
app.post('/', (_req, res) => {
  res.json(answer);
});
const server = app.listen(0, '127.0.0.1', () => {
  answerParent({ port: (server.address() as AddressInfo).port, close: async () => {} });
});
