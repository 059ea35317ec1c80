import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { expressKinds } from '../../../src/api/http/express-kinds.ts';

it('a request and its answer are of Express from the start, and stay so', async () => {
  const app = express();
  app.get('/', (req, res) => {
    res.json({ host: req.get('host'), ofApp: req.app === app && res.app === app });
  });
  const prototypes: object[] = [];
  const note = (req: IncomingMessage, res: ServerResponse) =>
    prototypes.push(Object.getPrototypeOf(req), Object.getPrototypeOf(res));
  const server = createServer(expressKinds(app), (req, res) => {
    note(req, res);
    app(req, res);
    note(req, res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const answer = await fetch(`http://127.0.0.1:${port}/`);

  expect(await answer.json()).toEqual({ host: `127.0.0.1:${port}`, ofApp: true });
  const { request, response } = app;
  const expected: object[] = [request, response, request, response];
  expect(prototypes.map((it, index) => it === expected[index])).toEqual([true, true, true, true]);
  server.close();
});
