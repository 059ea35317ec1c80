import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import { camelCased } from './name-forms.ts';
import { DOCUMENT_AUDIENCES, documentFor } from './openapi/audience-document.ts';
import { type ApiInfo, createOpenApi } from './openapi/document.ts';
import { type OperationExample, withExamples } from './openapi/with-examples.ts';
import { beginPage } from './page-begin.ts';
import { servePrecompressed } from './precompressed.ts';
import type { RouteGroup } from './route.ts';
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
 * only: it works without a network. A document is made once, for its first reader: it takes a fifth of a second, and a start
 * should not wait for that.
 */
export const createDocs = (groups: readonly RouteGroup[], info: ApiInfo): Router => {
  const router = express.Router({ caseSensitive: true });
  const serve = (path: string, handler: RequestHandler): void => getOnly(router, path, handler);
  let made: object | undefined;
  const whole = (): object => {
    made ??= createOpenApi(groups, info);
    return made;
  };
  const serveDocument = (path: string, make: () => object | Promise<object>): void =>
    serve(
      path,
      servePrecompressed('json', ASKS_AGAIN, async () => Buffer.from(JSON.stringify(await make()))),
    );
  const documents: [path: string, make: () => object | Promise<object>][] = [
    ['/openapi.json', whole],
    ...DOCUMENT_AUDIENCES.map((audience): [string, () => object] => [
      `/openapi/${audience}.json`,
      () => documentFor(whole(), audience),
    ]),
    ['/schemas/brand.json', async () => (await import('../../brand-file/json-schema.ts')).brandJsonSchema()],
  ];
  for (const [path, make] of documents) {
    router.use(path, beginPage(path, FOR_ANY_ORIGIN));
    serveDocument(path, make);
  }
  router.use('/docs', beginPage('/docs'), docsHeaders());
  for (const { audience, document } of READERS) {
    serveDocument(document, async () => {
      const plain = audience === 'all' ? whole() : documentFor(whole(), audience);
      return withExamples(plain, await examplesOf(groups));
    });
  }
  serve(
    '/docs',
    servePrecompressed('html', ASKS_AGAIN, () => Buffer.from(createPage(info.title))),
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

/** Of operations, and of the calls that we make. Read for the first reader of the page: nobody else needs them. */
const examplesOf = async (groups: readonly RouteGroup[]): Promise<Readonly<Record<string, OperationExample>>> => {
  const { default: ofOperations } = await import('./openapi/examples.generated.json', { with: { type: 'json' } });
  const ofWebhooks = groups.flatMap(({ webhooks = [] }) =>
    webhooks.map(({ event, example }) => [camelCased(event), { body: example, answer: undefined }] as const),
  );
  return { ...ofOperations, ...Object.fromEntries(ofWebhooks) };
};

/** Whose operations the page shows, with examples: those of one audience, because all of them at once take seconds to draw. */
const READERS = [
  { audience: 'partner', title: 'Partners', document: '/docs/partner.json' },
  { audience: 'venue', title: 'The venue', document: '/docs/venue.json' },
  { audience: 'auditor', title: 'Auditors', document: '/docs/auditor.json' },
  { audience: 'all', title: 'All', document: '/docs/all.json' },
] as const;

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
