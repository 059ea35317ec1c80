import { describe, expect, it } from 'vitest';
import examples from '../../../src/api/http/openapi/examples.generated.json' with { type: 'json' };
import { loadWebhookKinds } from '../../../src/api/webhooks/all-kinds.ts';
import { documentWebhook } from '../../../src/api/webhooks/documentation.ts';
import { exampleProblems } from '../../support/examples.ts';

describe('examples of the document', () => {
  it('each operation has an example that fits its document; else: npm run docs:examples', async () => {
    const problems = await exampleProblems(examples);
    expect(Object.fromEntries([...problems].filter(([, found]) => found.length > 0))).toEqual({});
    const others = ['isLive', 'isReady'];
    expect(Object.keys(examples).filter((id) => !problems.has(id) && !others.includes(id))).toEqual([]);
  });

  it('each webhook has an example that fits', async () => {
    const problems = (await loadWebhookKinds()).map(documentWebhook).flatMap(({ event, body, example }) => {
      const parsed = body.safeParse(example);
      return parsed.success ? [] : [`${event}: ${parsed.error.message}`];
    });
    expect(problems).toEqual([]);
  });

  it('no example has a secret', () => {
    const secret = /whsec_|ey[JI][\w-]{20}|"(password|api_key|secret|invitation)":"(?!demo-)[^"…]{12}/;
    expect(JSON.stringify(examples)).not.toMatch(secret);
  });
});
