import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsV4Signer } from 'aws4fetch';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { toHttpError } from '../../src/api/http/errors.ts';
import { createImages } from '../../src/images/images.ts';
import { createS3ImageStore } from '../../src/images/s3-store.ts';
import { command, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
});
afterAll(() => app.stop());

const dish = (red: number) =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: { r: red, g: 90, b: 10 } } })
    .png()
    .toBuffer();
const upload = (client: HttpClient, body: Buffer, type = 'image/png') =>
  client.send('POST', '/venue/v1/images', { headers: { 'content-type': type }, body: new Uint8Array(body) });

test('a picture gets an address, which a product names and anybody opens, and which never changes', async () => {
  const { till, partner, point_id, menu_id } = venue;
  const { status, body } = await upload(till, await dish(1));
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { content_type: 'image/jpeg', width: 800, height: 600 },
  });
  expect(body).toMatchObject({ image: `${app.url}/images/${body.hash}`, thumbnail: `${body.image}/thumbnail` });

  for (const [address, width] of [
    [body.image, 800],
    [body.thumbnail, 320],
  ]) {
    const answer = await fetch(address);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    expect((await sharp(await answer.bytes()).metadata()).width).toBe(width);
    const headers = { 'if-none-match': answer.headers.get('etag')! };
    expect((await fetch(address, { headers })).status).toBe(304);
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, (await head.bytes()).length]).toEqual([200, 0]);
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(405);
  }

  expect((await upload(till, await dish(1))).body).toEqual(body);
  const other = await createVenue(app);
  expect((await upload(other.till, await dish(1))).body.hash).not.toBe(body.hash);
  const tea = { type: 'product', name: 'Tea', category_id: venue.category_id, base_price: 8_000, image: body.image };
  await command(till, 'DefineProduct', { id: venue.products.tea, ...tea });
  const { products } = (await partner.get(`/v1/menus/${menu_id}?point_id=${point_id}`)).body;
  expect(products.find((one: { product_id: number }) => one.product_id === venue.products.tea).image).toBe(body.image);
});

test('a program asks whether the pictures of its files are there, and a picture sent once more keeps its bytes', async () => {
  const { till } = venue;
  const sent = await dish(3);
  const known = async (client: HttpClient, ...files: readonly Buffer[]) => {
    const hashes = files.map((file) => hash('sha256', file, 'hex'));
    const { status, body } = await client.get(`/venue/v1/images?sha256=${hashes.join(',')}`);
    expect(status).toBe(200);
    return body.images;
  };
  expect(await known(till, sent)).toEqual([]);
  const { body: uploaded } = await upload(till, sent);
  expect(await known(till, await dish(4), sent)).toEqual([{ ...uploaded, sha256: hash('sha256', sent, 'hex') }]);
  expect(await known((await createVenue(app)).till, sent)).toEqual([]);

  const kept = Buffer.from(await (await fetch(uploaded.image)).arrayBuffer());
  expect(await known(till, kept)).toMatchObject([uploaded]);
  const other = await createVenue(app);
  const { body: copied } = await upload(other.till, kept, 'image/jpeg');
  expect(Buffer.from(await (await fetch(copied.image)).arrayBuffer()).equals(kept)).toBe(true);
});

test('what is no picture, too large, or sent by somebody else is refused', async () => {
  const { till, partner, auditor } = venue;
  const picture = await dish(2);
  expect((await upload(till, Buffer.from('GIF89a'))).body.code).toBe('image_unreadable');
  expect((await upload(till, picture.subarray(0, 50))).body.code).toBe('image_unreadable');
  for (const type of ['application/json', 'image/svg+xml', 'text/plain']) {
    expect((await upload(till, picture, type)).body).toMatchObject({ code: 'body_type_wrong' });
  }
  expect((await till.send('POST', '/venue/v1/images')).body.code).toBe('image_unreadable');
  expect((await upload(till, Buffer.alloc(10 * 1024 ** 2 + 1))).status).toBe(413);
  for (const client of [partner, auditor]) expect((await upload(client, picture)).status).toBe(403);
  expect((await upload(app.anonymous, picture)).status).toBe(401);
  for (const path of ['0'.repeat(64), 'x', '0'.repeat(64).concat('/thumbnail'), '..%2f..', '']) {
    const answer = await fetch(`${app.url}/images/${path}`);
    expect({ path, status: answer.status }).toEqual({ path, status: 404 });
  }
});

test('pictures of twenty callers at once wait for their turn, and each is kept', async () => {
  const pictures = await Promise.all(Array.from({ length: 20 }, (_, index) => dish(index * 12 + 10)));
  const answers = await Promise.all(pictures.map((picture) => upload(venue.till, picture)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.hash)).size).toBe(20);
});

test('a bucket keeps pictures as well: signed, and read back', async () => {
  const objects = new Map<string, { readonly bytes: Buffer; readonly type: string | undefined }>();
  const keys = { accessKeyId: 'AKIA', secretAccessKey: 's3cr/et' };
  const server = createServer(async (req, res) => {
    const url = `http://${req.headers.host}${req.url}`;
    const bytes = Buffer.concat(await Array.fromAsync(req));
    const named = ['x-amz-content-sha256', 'x-amz-date'].flatMap((name) => {
      const value = req.headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    // Of the second in which it was signed.
    const datetime = String(req.headers['x-amz-date']);
    const of = { ...keys, datetime, service: 's3', region: 'eu' };
    const signer = new AwsV4Signer({ ...of, method: req.method!, url, headers: named });
    const isSigned = (await signer.authHeader()) === req.headers.authorization;
    const known = objects.get(req.url!);
    if (!isSigned) res.writeHead(403).end();
    else if (req.method === 'PUT')
      res.writeHead(200, void objects.set(req.url!, { bytes, type: req.headers['content-type'] })).end();
    else if (known) res.writeHead(200).end(known.bytes);
    else res.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/menus`;
  const store = createS3ImageStore({ url, region: 'eu', ...keys });
  const images = createImages({ pool: app.tillstream.pool, store, clock: Date.now });

  const { hash } = await images.upload(venue.brand_id, await dish(99));
  expect([...objects].map(([path, { type }]) => [path, type])).toEqual([
    [`/menus/images/${hash}/full`, 'image/jpeg'],
    [`/menus/images/${hash}/thumbnail`, 'image/jpeg'],
  ]);
  const shown = await images.read(hash, 'thumbnail');
  expect(shown?.bytes.equals(objects.get(`/menus/images/${hash}/thumbnail`)!.bytes)).toBe(true);
  expect((await fetch(`${app.url}/images/${hash}`)).status).toBe(404);
  const wrong = createImages({
    pool: app.tillstream.pool,
    store: createS3ImageStore({ url, region: 'eu', ...keys, secretAccessKey: 'other' }),
    clock: Date.now,
  });
  const refused = wrong.upload(venue.brand_id, await dish(98));
  await expect(refused).rejects.toMatchObject({ cause: { message: 'it answered 403 to a PUT' } });
  expect(toHttpError(await refused.catch((error: unknown) => error)).status).toBe(503);
});

test('a bucket that is away costs a picture a 503, and a later look finds it', async () => {
  const server = createServer((_req, res) => void res.writeHead(200).end('bytes')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const keys = { accessKeyId: 'AKIA', secretAccessKey: 'secret', region: 'eu' };
  const store = createS3ImageStore({ url: `http://127.0.0.1:${port}/menus`, ...keys });
  const images = createImages({ pool: app.tillstream.pool, store, clock: Date.now });
  const { hash } = await images.upload(venue.brand_id, await dish(97));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const away = await images.read(hash, 'full').catch((error: unknown) => error);
  expect(toHttpError(away).status).toBe(503);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  expect((await images.read(hash, 'full'))?.bytes.toString()).toBe('bytes');
});
