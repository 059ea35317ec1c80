import { clientDecider } from '../../domain/clients/decide.ts';
import type { ClientEvent } from '../../domain/clients/events.ts';
import type { ClientState } from '../../domain/clients/state.ts';
import type { SubjectRef } from '../../domain/personal/subject.ts';
import { notFound } from '../../domain/refusal.ts';
import { type CommandOutcome, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import type { Handled } from '../loop/handled.ts';
import { requireBrand } from '../points/require-point.ts';
import type { ErasureNeeds } from './erasure-needs.ts';
import { idsOf, requireErasable, requireImpersonal } from './may-erase.ts';

/** If the client was erased before: records nothing, and gives the same answer. */
export const eraseClientById = async (
  context: CommandContext,
  needs: ErasureNeeds,
  client_id: number,
  reason: string,
): Promise<CommandOutcome<{ client_id: number }>> => {
  const handled =
    (await context.recorded(clientDecider, client_id)) ?? (await record(context, needs, client_id, reason));
  const { events, position } = handled;
  const erased = events.find((event) => event.type === 'ClientErased');
  if (erased && position !== null) await needs.erasure.forget({ kind: 'client', data: erased.data, position });
  return outcome(handled, () => ({ client_id }));
};

const record = async (
  context: CommandContext,
  { erasure }: ErasureNeeds,
  clientId: number,
  reason: string,
): Promise<Handled<ClientState, ClientEvent>> => {
  const { brand_id } = context;
  const client = await context.load(clientDecider, clientId);
  if (client === null || client.brand_id !== brand_id) throw notFound('client_not_found');
  const command = { type: 'EraseClient' as const, brand_id, reason, ...NOTHING };
  if (client.is_erased) return context.handle(clientDecider, clientId, command);
  requireImpersonal(reason, client);
  const traces = await erasure.tracesOf(brand_id, clientId, client.phone);
  await requireErasable(context, await requireBrand(context, brand_id), traces);
  const refs: SubjectRef[] = [{ brand_id, kind: 'client', key: String(clientId) }];
  if (client.phone !== null) refs.push({ brand_id, kind: 'phone', key: client.phone });
  const subjects = await erasure.subjectsOf(refs);
  return context.handle(clientDecider, clientId, { ...command, ...idsOf(traces), subjects });
};

const NOTHING = { order_ids: [], reservation_ids: [], subjects: [] };
