import { readFileSync, writeFileSync } from 'node:fs';
import { loadWebhookKinds } from '../api/webhooks/all-kinds.ts';
import type { WebhookKind } from '../commands/webhooks/webhook-kind.ts';

const PAGE = new URL('../../docs/webhooks.md', import.meta.url);
const CHOICE = new URL('../../back-office/src/pages/integrations/webhook-kinds.generated.ts', import.meta.url);

const tableOf = (kinds: readonly WebhookKind[]): string => {
  const rows = kinds.map(({ event, permission, summary, about_data }) => [
    `\`${event}\``,
    permission === undefined ? '' : `\`${permission}\``,
    summary,
    about_data,
  ]);
  const lines = [['event', 'permission', 'when', 'data'], ['---', '---', '---', '---'], ...rows];
  return lines.map((cells) => `${`| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')}\n`).join('');
};

const examplesOf = (kinds: readonly WebhookKind[]): string =>
  kinds
    .map(({ event, example }) => `\n\`${event}\`\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`)
    .join('');

/** The page with the table of the kinds, and an example of each. docs/webhooks.md is this text; a test compares the two. */
export const withWebhookKinds = async (page: string): Promise<string> => {
  const kinds = await loadWebhookKinds();
  const parts = { kinds: tableOf(kinds), examples: examplesOf(kinds) };
  return page.replace(
    /(<!-- (kinds|examples) -->\n).*?(<!-- end of \2 -->)/gs,
    (_, begin: string, part: keyof typeof parts, end: string) => begin + parts[part] + end,
  );
};

/** The kinds that a form offers for a partner. `ping` is none of them: it comes by a button. */
export const webhookChoice = async (): Promise<string> => {
  const events = (await loadWebhookKinds()).map(({ event }) => event).filter((event) => event !== 'ping');
  const lines = events.map((event) => `  '${event}',\n`).join('');
  return `/** Written by npm run docs:webhooks. */\nexport const WEBHOOK_KINDS = [\n${lines}] as const;\n`;
};

/** npm run docs:webhooks */
if (import.meta.main) {
  writeFileSync(PAGE, await withWebhookKinds(readFileSync(PAGE, 'utf8')));
  writeFileSync(CHOICE, await webhookChoice());
}
