import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { ZodError } from 'zod';
import { answerParent } from '../../servers/answer-parent.ts';
import { BadOrder, type Order, type OrderBody, orderBody } from './order.ts';
import { checkToken } from './token.ts';

export interface Peer {
  place(body: OrderBody): Promise<Order>;
  /** How many orders its database holds. */
  count(): Promise<number>;
  close(): Promise<void>;
}

/** `POST /orders` with Express: token, body, then the peer's own way to place the order. */
export const serveOrders = ({ place, count, close }: Peer): void => {
  const app = express();
  app.use(express.json());
  app.post('/orders', checkToken, async (req, res) => {
    res.json(await place(orderBody.parse(req.body)));
  });
  app.use(answerError);
  const server = app.listen(0, '127.0.0.1', () => {
    answerParent({ port: (server.address() as AddressInfo).port, questions: { count }, close });
  });
};

const answerError: ErrorRequestHandler = (error, _req, res, _next) => {
  if (error instanceof ZodError) {
    const { path, message } = error.issues[0]!;
    res.status(400).json({ error: message, field: path.join('.') });
  } else if (error instanceof BadOrder) res.status(400).json({ error: error.message });
  else {
    console.error(error);
    res.status(500).json({ error: 'it failed' });
  }
};
