import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type RequestHandler, type Router } from 'express';
import { codeOf } from '../../database/thrown.ts';
import { HttpError } from './errors.ts';
import { beginPage } from './page-begin.ts';
import { servePrecompressed } from './precompressed.ts';
import { methodNotAllowed } from './routing.ts';
import { pageHeaders } from './security-headers.ts';

/** The built pages (see src/start/build-pages.ts). */
export const PAGES_FOLDER = fileURLToPath(new URL('../../../back-office/dist/', import.meta.url));

export interface BackOfficeOptions {
  readonly folder?: string;
  /** Who may sign in without a password. Only in the demo. */
  readonly demoLogins?: Iterable<string> | undefined;
  /** Settled when the pages are built: who asks for one before waits. Left out: they are. */
  readonly built?: Promise<void> | undefined;
}

const PATTERN = '/back-office';
/** Their names change with what is in them. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const ASKS_AGAIN = 'public, no-cache';

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Tillstream</title>
<p>The pages are not built yet: run <code>npm run build -w back-office</code>, and start Tillstream again.</p></html>
`;

/**
 * The pages for people, from files of this installation alone. Every address below /back-office that is no file is one of
 * its pages, and `/` leads there for a browser.
 */
export const createBackOffice = ({ folder = PAGES_FOLDER, demoLogins = [], built }: BackOfficeOptions = {}): Router => {
  const router = express.Router({ caseSensitive: true });
  let files: ReadonlyMap<string, RequestHandler> | undefined;
  let frame: Promise<string> | undefined;

  const readFrame = async (): Promise<string> => {
    const written = await readFile(join(folder, 'index.html'), 'utf8').catch(() => NOT_BUILT);
    return written.replace('__DEMO_LOGINS__', [...demoLogins].join(' '));
  };

  const page: RequestHandler = async (req, res) => {
    if (req.path.startsWith('/assets/')) throw new HttpError(404, 'route_not_found');
    frame ??= readFrame();
    const nonce = randomBytes(16).toString('base64');
    const text = (await frame).replace('__CSP_NONCE__', nonce);
    pageHeaders(nonce)(req, res, () => {
      res.set('Cache-Control', 'no-store').type('html').send(text);
    });
  };

  router.get('/', (req, res, next) => {
    const { accept = '' } = req.headers;
    if (!accept.includes('text/html')) return next();
    beginPage('/')(req, res, () => res.set('Cache-Control', 'no-store').redirect(PATTERN));
  });
  router.use(PATTERN, beginPage(PATTERN), async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return methodNotAllowed(PATTERN, ['get'])(req, res, next);
    await built;
    files ??= filesIn(folder);
    return (files.get(req.path) ?? page)(req, res, next);
  });
  return router;
};

/** Each file of the folder by its path, but the frame of the pages. */
const filesIn = (folder: string): ReadonlyMap<string, RequestHandler> => {
  const names = list(folder).filter((name) => !/^(\.br)?$/.test(extname(name)) && name !== 'index.html');
  return new Map(
    names.map((name) => {
      const path = `/${name.split(sep).join('/')}`;
      const cacheControl = path.startsWith('/assets/') ? FOR_EVER : ASKS_AGAIN;
      const file = join(folder, name);
      const compressed = () => readFile(`${file}.br`).catch(() => undefined);
      return [path, servePrecompressed(extname(name), cacheControl, () => readFile(file).catch(notThere), compressed)];
    }),
  );
};

/** The pages were built anew under a server that runs on. */
const notThere = (error: unknown): never => {
  if (codeOf(error) === 'ENOENT') throw new HttpError(404, 'route_not_found');
  throw error;
};

const list = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
};
