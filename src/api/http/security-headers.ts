import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Headers about how old browsers treat pages, plug-ins and downloads: useless for this API, and each costs time. */
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
 * For answers that are data: a browser must not load, run or frame anything from them. The headers are the same for
 * every answer, so helmet is asked once: running its handlers for each request costs several times as much.
 */
export const API_HEADERS: ReadonlyMap<string, string> = headersOf(
  helmet({
    ...FOR_OLD_BROWSERS,
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  }),
);

/**
 * For what holds nothing of anybody, so that any page in a browser may read it. Nothing else has it: a page cannot keep an
 * API key.
 */
export const FOR_ANY_ORIGIN: Readonly<Record<string, string>> = { 'Access-Control-Allow-Origin': '*' };

/** For the documentation page. All its scripts and styles come from here; its script sets some styles. */
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

/**
 * For the pages for people: everything comes from here. A library writes styles into the page, which the nonce allows.
 * @param nonce of this answer alone
 */
export const pageHeaders = (nonce: string): RequestHandler =>
  helmet({
    ...FOR_OLD_BROWSERS,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", `'nonce-${nonce}'`],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
  });
