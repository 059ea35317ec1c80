import { buildPages } from '../start/build-pages.ts';

/** `npm ci` runs it at its end, so that the first start finds the pages of the back office built. */
await buildPages({
  info: (_, message) => console.error(message),
  warn: ({ err }, message) => console.error(message, err),
});
