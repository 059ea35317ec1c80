import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Headers about what old browsers do with pages, plug-ins and downloads: words without meaning here, at a price per answer. */
const FOR_OLD_BROWSERS = {
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  xPoweredBy: false,
  originAgentCluster: false,
} as const;

const headersOf = (handler: ReturnType<typeof helmet>): Map<string, string> => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  handler(request, response, (error) => {
    if (error) throw error;
  });
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
};

/**
 * For answers that are data: nothing in them is to be loaded, run or framed. The same for every answer, so helmet is asked
 * once: a chain of its handlers for each request costs several times as much.
 */
export const API_HEADERS: ReadonlyMap<string, string> = headersOf(
  helmet({
    ...FOR_OLD_BROWSERS,
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  }),
);

/** For the documentation page, whose scripts and styles are all our own; its styles are partly set by its script. */
export const docsHeaders = (): RequestHandler =>
  helmet({
    ...FOR_OLD_BROWSERS,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
  });
