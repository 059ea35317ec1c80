import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import { type Documents, PLAIN_DOCUMENTS, READERS } from './documents.ts';
import { beginPage } from './page-begin.ts';
import { servePrecompressed } from './precompressed.ts';
import { getOnly } from './routing.ts';
import { docsHeaders, FOR_ANY_ORIGIN } from './security-headers.ts';

// The package's entry point would load the page's whole script into this process.
const ASSETS_ROOT = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
/** The next release may have another file. */
const ASKS_AGAIN = 'public, no-cache';
const KEPT_FOR_A_DAY = 'public, max-age=86400';
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/**
 * The OpenAPI documents, of all routes and of one audience's, and the page that shows them, from files of this installation
 * only: it works without a network. The documents are made together, for the first reader of one: a start should not wait for
 * that.
 */
export const createDocs = (make: () => Promise<Documents>, title: string): Router => {
  const router = express.Router({ caseSensitive: true });
  const serve = (path: string, handler: RequestHandler): void => getOnly(router, path, handler);
  let made: Promise<Documents> | undefined;
  const serveDocument = (path: keyof Documents): void =>
    serve(
      path,
      servePrecompressed('json', ASKS_AGAIN, async () => {
        made ??= make().catch((error: unknown) => {
          made = undefined;
          throw error;
        });
        return Buffer.from((await made)[path].buffer);
      }),
    );
  for (const path of PLAIN_DOCUMENTS) {
    router.use(path, beginPage(path, FOR_ANY_ORIGIN));
    serveDocument(path);
  }
  router.use('/docs', beginPage('/docs'), docsHeaders());
  for (const { document } of READERS) serveDocument(document);
  serve(
    '/docs',
    servePrecompressed('html', ASKS_AGAIN, () => Buffer.from(createPage(title))),
  );
  serve(
    '/docs/start.js',
    servePrecompressed('js', ASKS_AGAIN, () => Buffer.from(START)),
  );
  for (const asset of ASSETS) {
    serve(
      `/docs/${asset}`,
      servePrecompressed(extname(asset), KEPT_FOR_A_DAY, () => readFile(join(ASSETS_ROOT, asset))),
    );
  }
  return router;
};

const createPage = (title: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <nav style="display: flex; flex-wrap: wrap; gap: 4px 10px; font: 16px sans-serif; padding: 12px 20px">
      <span>For</span>
${READERS.map(({ audience, title }) => `      <a href="/docs?for=${audience}">${title}</a>`).join('\n')}
    </nav>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/**
 * A separate file, because scripts in the page are forbidden. The page's default validator is on the internet. Operations and
 * schemas are drawn when a reader opens them: at once they would take most of the time.
 */
const START = `const documents = ${JSON.stringify(Object.fromEntries(READERS.map(({ audience, document }) => [audience, document])))};
const asked = new URLSearchParams(location.search).get('for');
const url = Object.hasOwn(documents, asked ?? '') ? documents[asked] : documents.partner;
document.querySelector(\`nav a[href$="=\${Object.keys(documents).find((one) => documents[one] === url)}"]\`).style.fontWeight = 'bold';
// The page's own style has both.
document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches);
SwaggerUIBundle({
  url,
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  docExpansion: 'none',
  filter: true,
  persistAuthorization: true,
  defaultModelsExpandDepth: -1,
});
`;
