import { once } from 'node:events';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../src/api/http/route.ts';
import type { Outgoing } from '../../../src/api/http/route-answer.ts';

const tags = ['Fake streams'];
const LINE = `${'x'.repeat(1_023)}\n`;

/** Streams that tell `seen` what happened to them. */
export const streamRoutes = (seen: string[]): Route[] => [
  defineRoute({
    method: 'get',
    operationId: 'streamA',
    path: '/endless',
    audience: 'partner',
    tags,
    summary: 'Goes on until somebody ends it',
    responses: { 200: { contentType: 'text/event-stream', description: 'Events' } },
    handler: () => ({
      contentType: 'text/event-stream',
      stream: async ({ write, signal }: Outgoing) => {
        await write('data: hello\n\n');
        seen.push('opened');
        if (!signal.aborted) await once(signal, 'abort');
        seen.push('ended');
      },
      endless: true,
    }),
  }),
  defineRoute({
    method: 'get',
    operationId: 'streamB',
    path: '/lines',
    audience: 'partner',
    tags,
    summary: 'Lines, or JSON',
    query: z.object({ count: z.coerce.number().default(2) }),
    responses: {
      200: { contentType: 'application/x-ndjson', description: 'A line each', orJson: z.object({ lines: z.int() }) },
    },
    handler: ({ req, query }) => {
      if (req.accepts(['json', 'application/x-ndjson']) === 'json') return { body: { lines: query.count } };
      return {
        contentType: 'application/x-ndjson; charset=utf-8',
        stream: async ({ write }) => {
          try {
            for (let i = 0; i < query.count; i++) await write(LINE);
          } finally {
            seen.push('written');
          }
        },
      };
    },
  }),
  defineRoute({
    method: 'get',
    operationId: 'streamC',
    path: '/broken',
    audience: 'partner',
    tags,
    summary: 'Breaks in the middle',
    responses: { 200: { contentType: 'text/plain', description: 'Half of it' } },
    handler: () => ({
      contentType: 'text/plain',
      stream: async ({ write }) => {
        await write('half');
        throw new Error('broken');
      },
    }),
  }),
];
