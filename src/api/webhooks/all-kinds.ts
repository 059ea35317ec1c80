import { readdir } from 'node:fs/promises';
import { z } from 'zod';
import { defineWebhookKind, type WebhookKind } from '../../commands/webhooks/webhook-kind.ts';
import examples from './examples.json' with { type: 'json' };

const FOLDER = new URL('kinds/', import.meta.url);

/** A command makes it, not the events that others read. */
const ping = defineWebhookKind({
  event: 'ping',
  summary: 'A check that the venue asked for',
  about_data: 'message',
  data: z.object({ message: z.string() }),
  types: [],
  shown_by: null,
  tells: () => [],
});

/** Every kind of webhook: what the files of `kinds/` export as `kinds`. A new file needs no mention elsewhere. */
export const loadWebhookKinds = async (): Promise<readonly WebhookKind[]> => {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.ts')).sort();
  const found = await Promise.all(
    files.map(async (file) => {
      const { kinds }: { readonly kinds?: readonly WebhookKind[] } = await import(new URL(file, FOLDER).href);
      if (!Array.isArray(kinds)) throw new Error(`${file} exports no kinds of webhooks`);
      return kinds;
    }),
  );
  const all = [...found.flat(), ping];
  const names = all.map(({ event }) => event);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two kinds of webhooks are named ${twice}`);
  const examplesBy: Readonly<Record<string, unknown>> = examples;
  return all.map((kind) => ({ ...kind, example: examplesBy[kind.event] }));
};
