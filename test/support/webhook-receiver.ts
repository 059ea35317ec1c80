import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as it came in. */
export interface ReceivedCall {
  readonly headers: IncomingMessage['headers'];
  /** The raw body. */
  readonly raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: as varied as the events
  readonly body: any;
}

export type Answering = (response: ServerResponse, call: ReceivedCall, request: IncomingMessage) => void;

export const answerWith =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (response) => {
    response.writeHead(status, headers).end();
  };

export interface WebhookReceiver {
  readonly url: string;
  readonly calls: ReceivedCall[];
  /** How it answers from now on; 204 unless told. */
  answer: Answering;
  close(): Promise<void>;
}

/** A partner's server that writes down what it is told. */
export const startReceiver = async (port = 0): Promise<WebhookReceiver> => {
  const calls: ReceivedCall[] = [];
  const receiver = { answer: answerWith(204) };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString();
    const call = { headers: request.headers, raw, body: JSON.parse(raw) };
    calls.push(call);
    receiver.answer(response, call, request);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    calls,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
};
