import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { AwaitedGuest } from '../../../src/demo/till/host.ts';
import type { TillOrder } from '../../../src/demo/till/next-step.ts';

export interface SentCommand {
  readonly type: string;
  readonly body: Record<string, unknown> & { command_id: string };
}

/** What a request is answered instead; `dropped`: it is carried out, but the connection breaks before the answer. */
type Trouble = { status: number; code?: string; headers?: Record<string, string> } | 'dropped' | 'hangs';

const RESULTS: Readonly<Record<string, TillOrder['status']>> = {
  RegisterPayment: 'AWAITING_CONFIRMATION',
  ConfirmOrder: 'CREATED',
  AcceptOrder: 'UNCONFIRMED_ORDER',
  StartCooking: 'COOKING',
  PackOrder: 'PACKED',
  HandToCourier: 'TAKEN_BY_COURIER',
  DeliverOrder: 'DELIVERED',
  CloseCheque: 'CLOSED',
};

/** What the host looks at. */
interface FloorTable {
  readonly id: number;
  readonly capacity: number | null;
  readonly seated: object | null;
  readonly next_reservation: object | null;
}

interface Reservation extends Omit<AwaitedGuest, 'status' | 'table'> {
  readonly status: string;
  readonly table: { readonly id: number } | null;
}

const FLOOR_RESULTS: Readonly<Record<string, string>> = { ConfirmReservation: 'created', SeatReservation: 'opened' };

/** The venue API as far as a till uses it, on a real port, with faults on demand. */
export class FakeVenue {
  readonly orders = new Map<number, TillOrder>();
  reservations: Reservation[] = [];
  tables: FloorTable[] = [];
  /** Commands that took effect, repeats left out. */
  readonly done: SentCommand[] = [];
  /** Everything that was sent to a command, whatever became of it. */
  readonly sent: SentCommand[] = [];
  readonly streamsOpenedFrom: (string | undefined)[] = [];
  tokensIssued = 0;
  listsRead = 0;
  /** Asked before every request but the token's. */
  trouble: (path: string, command?: SentCommand) => Trouble | undefined = () => undefined;
  pageSize = 200;

  readonly #events: { id: number; order: TillOrder }[] = [];
  readonly #streams = new Set<ServerResponse>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get listeners(): number {
    return this.#streams.size;
  }

  /** Places or changes an order, and tells those who listen. */
  put(order: TillOrder): void {
    this.orders.set(order.order_id, order);
    const event = { id: this.#events.length + 1, order };
    this.#events.push(event);
    for (const stream of this.#streams) this.#write(stream, event);
  }

  breakStreams(): void {
    for (const stream of this.#streams) stream.destroy();
    this.#streams.clear();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://venue');
    const body = request.method === 'POST' ? ((await json(request)) as Record<string, unknown>) : {};
    if (url.pathname === '/v1/auth/token') {
      this.tokensIssued += 1;
      return reply(response, 200, { access_token: `token-${this.tokensIssued}` });
    }
    const type = /^\/venue\/v1\/commands\/(\w+)$/.exec(url.pathname)?.[1];
    const command = type === undefined ? undefined : { type, body: body as SentCommand['body'] };
    if (command) this.sent.push(command);
    const trouble = this.trouble(url.pathname, command);
    if (trouble === 'hangs') return;
    if (typeof trouble === 'object') {
      return reply(response, trouble.status, { message: '', code: trouble.code ?? 'trouble' }, trouble.headers);
    }
    if (command) this.#carryOut(command, response, trouble === 'dropped');
    else if (url.pathname === '/venue/v1/reservations') reply(response, 200, { reservations: this.#awaited(url) });
    else if (url.pathname === '/venue/v1/tables') reply(response, 200, { tables: this.tables });
    else if (url.pathname === '/venue/v1/orders/stream') this.#stream(request, response);
    else if (url.pathname === '/venue/v1/orders') this.#list(url.searchParams, response);
    else reply(response, 200, this.orders.get(Number(url.pathname.split('/').at(-1))) ?? {});
  }

  #carryOut(command: SentCommand, response: ServerResponse, dropped: boolean): void {
    const { type, body } = command;
    const isRepeat = this.done.some((it) => it.body.command_id === body.command_id);
    if (!isRepeat) {
      const order = this.orders.get(Number(body.order_id));
      const status = RESULTS[type];
      this.done.push(command);
      this.reservations = this.reservations.map((it) => {
        const after = it.id === body.reservation_id ? FLOOR_RESULTS[type] : undefined;
        return after === undefined ? it : { ...it, status: after };
      });
      if (order && status !== undefined) this.put({ ...order, status });
    }
    if (dropped) response.destroy();
    else reply(response, 200, { command_id: body.command_id, status: isRepeat ? 'duplicate' : 'accepted', result: {} });
  }

  #awaited({ searchParams }: URL): Reservation[] {
    const [from, to, status] = ['date_from', 'date_to', 'status'].map((name) => searchParams.get(name) ?? '');
    const statuses = status!.split(',');
    return this.reservations.filter((it) => from! <= it.date && it.date <= to! && statuses.includes(it.status));
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    this.listsRead += 1;
    const statuses = query.get('status')?.split(',') ?? [];
    const rest = [...this.orders.values()]
      .filter((order) => statuses.includes(order.status) && order.order_id > Number(query.get('after_id')))
      .sort((first, second) => first.order_id - second.order_id);
    const orders = rest.slice(0, this.pageSize);
    const has_more = rest.length > orders.length;
    reply(response, 200, { orders, has_more, next_after_id: has_more ? orders.at(-1)!.order_id : null });
  }

  #stream(request: IncomingMessage, response: ServerResponse): void {
    const from = request.headers['last-event-id'] as string | undefined;
    this.streamsOpenedFrom.push(from);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('retry: 1000\n: from\n\n');
    this.#streams.add(response);
    response.on('close', () => this.#streams.delete(response));
    for (const event of this.#events) if (from !== undefined && event.id > Number(from)) this.#write(response, event);
  }

  #write(stream: ServerResponse, { id, order }: { id: number; order: TillOrder }): void {
    stream.write(`id: ${id}\nevent: SomethingHappened\ndata: ${JSON.stringify({ position: id, order })}\n\n`);
  }
}

const reply = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
};
