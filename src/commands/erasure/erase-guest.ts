import { guestDecider } from '../../domain/clients/guest.ts';
import { notFound } from '../../domain/refusal.ts';
import { type CommandOutcome, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { requireBrand } from '../points/require-point.ts';
import type { ErasureNeeds } from './erasure-needs.ts';
import { idsOf, requireErasable, requireImpersonal } from './may-erase.ts';

/**
 * Erases a guest who is known by a phone alone. Afterwards no guest has the phone: the same phone in another command is
 * client_not_found.
 */
export const eraseGuest = async (
  context: CommandContext,
  needs: ErasureNeeds,
  phone: string,
  reason: string,
): Promise<CommandOutcome<{ client_id: null }>> => {
  const guestId = context.newUuid('guest');
  const handled =
    (await context.recorded(guestDecider, guestId)) ?? (await record(context, needs, guestId, phone, reason));
  const { events, position } = handled;
  if (events[0] && position !== null)
    await needs.erasure.forget({ kind: 'guest', data: events[0].data, position, phone });
  return outcome(handled, () => ({ client_id: null }));
};

const record = async (
  context: CommandContext,
  { erasure }: ErasureNeeds,
  guest_id: string,
  phone: string,
  reason: string,
) => {
  const { brand_id } = context;
  const traces = await erasure.tracesOf(brand_id, null, phone);
  if (!traces.is_known) throw notFound('client_not_found');
  for (const { personal } of traces.reservations) requireImpersonal(reason, { ...personal, phone });
  await requireErasable(context, await requireBrand(context, brand_id), traces);
  const subjects = await erasure.subjectsOf([{ brand_id, kind: 'phone', key: phone }]);
  const command = { type: 'EraseGuest' as const, guest_id, brand_id, reason, ...idsOf(traces), subjects };
  return context.handle(guestDecider, guest_id, command);
};
