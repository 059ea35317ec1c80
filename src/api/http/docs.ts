import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { type Router } from 'express';
import { stateOf } from './request-state.ts';
import { API_HEADERS, docsHeaders } from './security-headers.ts';

// The package's own entry would load the whole page's script into this process.
const ASSETS_ROOT = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** The documentation page, from files of this installation alone: it works without a network. */
export const createDocs = (document: object, title: string): Router => {
  const openapi = Buffer.from(JSON.stringify(document));
  const page = createPage(title);
  const router = express.Router();
  router.use(['/openapi.json', '/docs'], (req, res, next) => {
    const state = stateOf(res);
    state.pattern = req.baseUrl;
    res.setHeaders(new Map([...API_HEADERS, ['X-Request-Id', state.requestId]]));
    next();
  });
  router.get('/openapi.json', (_req, res) => void res.type('json').send(openapi));
  router.use('/docs', docsHeaders());
  router.get('/docs', (_req, res) => void res.type('html').send(page));
  router.get('/docs/start.js', (_req, res) => void res.type('js').send(START));
  for (const asset of ASSETS) {
    router.get(`/docs/${asset}`, (_req, res) => res.sendFile(asset, { root: ASSETS_ROOT, maxAge: '1d' }));
  }
  return router;
};

const createPage = (title: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** A file of its own: scripts in the page are forbidden to run. The validator it would call by default is on the internet. */
const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null });
`;
