import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadWebhookKinds } from '../../../src/api/webhooks/all-kinds.ts';
import { webhookChoice, withWebhookKinds } from '../../../src/cli/webhook-docs.ts';

const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');

test('docs/webhooks.md is what `npm run docs:webhooks` writes', async () => {
  expect(page === (await withWebhookKinds(page))).toBe(true);
});

test('the form of a partner’s webhook offers each kind: `npm run docs:webhooks` writes them', async () => {
  const form = new URL('../../../back-office/src/pages/integrations/webhook-kinds.generated.ts', import.meta.url);
  expect(readFileSync(form, 'utf8')).toBe(await webhookChoice());
});

test('docs/webhooks.md has a row and an example of each kind of webhook', async () => {
  for (const { event } of await loadWebhookKinds()) {
    expect(page).toContain(`\n| \`${event}\` | `);
    expect(page).toContain(`\n\`${event}\`\n\n\`\`\`json\n`);
  }
});
