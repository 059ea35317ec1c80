import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Where `npm run dev` of this package finds the server. */
const SERVER = process.env.TILLSTREAM_URL ?? 'http://127.0.0.1:8080';

/** What the server puts into the page: in development the demo runs behind it. */
const inDevelopment: Plugin = {
  name: 'in-development',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace('__DEMO_LOGINS__', 'owner manager cashier cook accountant auditor'),
};

/**
 * Compresses what the browser loads: that takes a second, which the server has not at a request. The quality above this one takes twice
 * the time for 2 % less.
 */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle: ({ dir }, bundle) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
    for (const name of Object.keys(bundle).filter((each) => /\.(js|css)$/.test(each))) {
      const path = join(dir!, name);
      writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), { params }));
    }
  },
};

export default defineConfig({
  root: here('.'),
  base: '/back-office/',
  plugins: [react(), inDevelopment, compressed],
  // The sources of the client, so that it needs no build of its own.
  resolve: { alias: { '@tillstream/client': here('../client/src/index.ts') } },
  build: {
    target: 'es2023',
    // Browsers that know light-dark(): what stands in its place for older ones would leave the kitchen light.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The pages say by their file names which version they are, so browsers may keep them for good.
    assetsDir: 'assets',
    // A picture inside of a script would need more of the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // A file for each set of pages that have modules in common would make eighty files of one page. So: what every page begins with,
    // what several have in common, and each page.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            { name: 'shared', minShareCount: 8 },
          ],
        },
      },
    },
  },
  server: {
    // The server sees the page's own host, so that its check of the Origin fits.
    proxy: Object.fromEntries(
      ['/v1', '/venue/v1', '/audit/v1', '/images', '/schemas'].map((path) => [
        path,
        { target: SERVER, changeOrigin: false },
      ]),
    ),
  },
});
