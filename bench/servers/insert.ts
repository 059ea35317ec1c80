import type { AddressInfo } from 'node:net';
import express from 'express';
import { createPool } from '../../src/database/connection.ts';
import { answerParent } from './answer-parent.ts';

/** The least a server can do with an order: parse the JSON, INSERT it, answer its id. Argument: its database. */
const pool = createPool(process.argv[2]!, { max: 10 });
await pool.query('create table public.plain (id bigserial primary key, body json not null)');

const app = express();
app.use(express.json());
app.post('/orders', async (req, res) => {
  const { rows } = await pool.query<{ id: number }>({
    name: 'insert',
    text: 'insert into public.plain (body) values ($1) returning id',
    values: [JSON.stringify(req.body)],
  });
  res.json({ id: rows[0]!.id });
});
const server = app.listen(0, '127.0.0.1', () => {
  answerParent({ port: (server.address() as AddressInfo).port, close: () => pool.end() });
});
