import type { Envelope } from '../../commands/loop/envelope.ts';
import type { Account } from '../../domain/accounts/state.ts';

/** The metadata of events that a person's own request records. `at`: ISO 8601 instant in UTC. */
export const envelopeOfPerson = (
  { account_id, brand_id, name }: Pick<Account, 'account_id' | 'brand_id' | 'name'>,
  {
    command_id,
    correlation_id,
    at,
  }: { readonly command_id: string; readonly correlation_id: string; readonly at: string },
): Envelope => ({
  actor: { id: String(account_id), kind: 'account', name: name ?? '' },
  brand_id,
  causation_id: null,
  command_id,
  correlation_id,
  occurred_at: at,
});
