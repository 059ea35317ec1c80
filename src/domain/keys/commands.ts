import type { KeyIssued, KeyTerms } from './events.ts';
import type { WebhookCommand } from './webhook.ts';

export type AccessKeyCommand =
  | { readonly type: 'IssueKey'; readonly key: KeyIssued }
  /** An undefined term stays as it is. */
  | { readonly type: 'UpdateKey'; readonly terms: { readonly [Term in keyof KeyTerms]?: KeyTerms[Term] | undefined } }
  | { readonly type: 'RevokeKey'; readonly at: string }
  | WebhookCommand;
