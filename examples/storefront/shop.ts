import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Answer, type ConnectionOptions, createTillstream, TillstreamError } from '@tillstream/client';
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import helmet from 'helmet';

const PAGE = fileURLToPath(new URL('page', import.meta.url));
/** What is not from here does not load. */
const directives = { defaultSrc: ["'self'"], baseUri: ["'none'"], objectSrc: ["'none'"], frameAncestors: ["'none'"] };
const PAID_BY_GUESTS = [1, 2, 5]; // cash, card, online

/** The backend of a shop: it keeps the API key and knows its guests. `readText` is for the demo, which sends no texts. */
export const createShop = (to: ConnectionOptions, readText?: (phone: string) => Promise<string>): Express => {
  const till = createTillstream(to);
  const pictures = new Map<string, string>();
  // In memory here; in a database in a real shop.
  const sessions = new Map<string, Answer<'verifyCode'>>();
  const latest = new Map<string, string>();
  const pages = new Map<Response, string>();
  const shop = express();
  shop.use(helmet({ contentSecurityPolicy: { useDefaults: false, directives } }));
  shop.use(express.static(PAGE), express.json());
  const on = (path: string, work: (request: Request, response: Response) => Promise<unknown>) =>
    shop.post(path, async (request, response) => response.json(await work(request, response)));

  const guestOf = ({ headers }: Request) => sessions.get(/\bguest=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '');
  on('/api/start', async (request) => ({ points: await till.points.list(), guest: guestOf(request) }));
  on('/api/menu', async ({ body: { point_id } }) => {
    const [showcase] = await till.menus.list();
    const menu = await till.menus.get(showcase!.id, { point_id });
    for (const { product_id, image } of menu.products) if (image) pictures.set(String(product_id), image);
    const payments = await till.points.paymentTypes(point_id);
    return { ...menu, payments: payments.filter(({ category_id }) => PAID_BY_GUESTS.includes(category_id)) };
  });
  shop.get('/pictures/:product_id', async ({ params }, response) => {
    const picture = await fetch(pictures.get(params.product_id) ?? 'data:,');
    response.type(picture.headers.get('content-type')!).send(Buffer.from(await picture.arrayBuffer()));
  });

  // Tillstream checks what a page sends: the shop need not.
  on('/api/price', ({ body }) => till.orders.calculate(body));
  on('/api/delivery', ({ body }) => till.points.checkDelivery(body));
  on('/api/tables', ({ body }) => till.reservations.availability(body));
  on('/api/code', async ({ body }) => ({ ...(await till.clients.sendCode(body)), text: await readText?.(body.phone) }));
  on('/api/sign-in', async ({ body }, response) => {
    const guest = await till.clients.verifyCode(body);
    const session = randomUUID();
    sessions.set(session, guest);
    response.cookie('guest', session, { httpOnly: true, sameSite: 'strict' });
    return guest;
  });

  /** The page chooses an id for what it orders: what it sends twice counts once. The prefix keeps guests apart. */
  const signedIn = (request: Request) => {
    const guest = guestOf(request);
    if (guest) return { prefix: `shop-${guest.client_id}-`, who: { phone: guest.phone!, name: guest.name } };
    throw new TillstreamError({ status: 409, code: 'not_signed_in', message: 'Sign in first' });
  };
  on('/api/order', async (request) => {
    const { prefix, who } = signedIn(request);
    const { id, ...cart } = request.body;
    return till.orders.place({ ...cart, client: who, external_id: prefix + id });
  });
  on('/api/table', async (request) => {
    const { prefix, who } = signedIn(request);
    const { id, ...wish } = request.body;
    return till.reservations.book({ ...wish, guest: who, external_id: prefix + id });
  });

  // Server-sent events: how all that the guest ordered is now, and then each change that Tillstream tells.
  shop.get('/api/events', (request, page) => {
    const { prefix } = signedIn(request);
    page.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).flushHeaders();
    for (const [id, event] of latest) if (id.startsWith(prefix)) page.write(event);
    pages.set(
      page.on('close', () => pages.delete(page)),
      prefix,
    );
  });
  const tell = (kind: string, thing: { readonly external_id: string | null }) => {
    const id = String(thing.external_id);
    latest.set(id, `event: ${kind}\ndata: ${JSON.stringify(thing)}\n\n`);
    for (const [page, prefix] of pages) if (id.startsWith(prefix)) page.write(latest.get(id));
  };
  const from = { since: new Date(), everyMs: 2_000 };
  void (async () => {
    for await (const { order } of till.orders.changes(from)) tell('order', order);
  })();
  void (async () => {
    for await (const { reservation } of till.reservations.changes(from)) tell('reservation', reservation);
  })();

  shop.use(((error, _request, response, next) => {
    const { status, code, message, field, details } = error;
    // What else may be wrong is between the shop and the till.
    if (!(error instanceof TillstreamError && [400, 404, 409, 429].includes(status))) return next(error);
    response.status(status).json({ code, message, field, details });
  }) satisfies ErrorRequestHandler);
  return shop;
};
