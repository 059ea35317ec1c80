import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { portOf } from '../api/http/port-of.ts';
import { LOYALTY_METHODS, type LoyaltyMethod } from '../domain/loyalty/calls.ts';
import { verify } from '../processes/outbound/signature.ts';
import {
  type CustomerIdOf,
  createPointsBook,
  type PointsAnswer,
  type PointsBook,
  type PointsCall,
} from './points-book.ts';

/** A call with a good signature, and the answer that the book has for it. */
export interface PointsTold {
  readonly method: LoyaltyMethod;
  readonly call: PointsCall;
  /** The raw body. */
  readonly raw: string;
  readonly answer: PointsAnswer;
}

export interface PointsServiceOptions {
  /** The signing secret as of now. */
  readonly secret: () => string;
  /** Called after the book has acted. */
  readonly onTold?: (told: PointsTold) => void;
  /** Called for a call that is not signed, or whose id is not the one in its body. */
  readonly onRefused?: (why: string) => void;
  /** Sends the answer, in place of the usual way. */
  readonly send?: (response: ServerResponse, told: PointsTold) => void | Promise<void>;
  /** Looks at a call before the book acts. True: it has answered by itself. */
  readonly before?: (response: ServerResponse, method: LoyaltyMethod, call: PointsCall) => boolean | Promise<boolean>;
  readonly port?: number;
  readonly customerIdOf?: CustomerIdOf;
}

export interface PointsService {
  readonly url: string;
  readonly book: PointsBook;
  close(): Promise<void>;
}

export const sendJson = (response: ServerResponse, { status, body }: PointsAnswer): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** A small loyalty service on this machine. Its points are in memory. */
export const startPointsService = async (options: PointsServiceOptions): Promise<PointsService> => {
  const { secret, onTold, onRefused, send = (response, { answer }) => sendJson(response, answer), before } = options;
  const book = createPointsBook(options.customerIdOf);

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // The signature covers the raw body: verify first, parse afterwards.
    const raw = await text(request);
    const refuse = (why: string): void => {
      onRefused?.(why);
      sendJson(response, { status: 401, body: { message: why } });
    };
    if (!verify(raw, secret(), String(request.headers['x-service-signature']))) return refuse('The signature is wrong');
    const call: PointsCall = JSON.parse(raw);
    if (request.headers['x-service-request-id'] !== call.operation_id) return refuse('The request id is another one');
    const name = request.url?.split('/').at(-1);
    const method = LOYALTY_METHODS.find((each) => each === name);
    if (method === undefined) return sendJson(response, { status: 404, body: { message: 'There is no such method' } });
    if (await before?.(response, method, call)) return;
    const told = { method, call, raw, answer: book.answer(method, call) };
    onTold?.(told);
    await send(response, told);
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}/loyalty`,
    book,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
