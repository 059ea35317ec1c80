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

/** For answers that are data: nothing in them is to be loaded, run or framed. */
export const apiHeaders = (): RequestHandler =>
  helmet({
    ...FOR_OLD_BROWSERS,
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  });

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
