import { z } from 'zod';
import { customerAnswer, type LoyaltyCustomer } from '../../domain/loyalty/answers.ts';
import { phoneDigits } from '../../domain/loyalty/calls.ts';
import { loyaltyDecider } from '../../domain/loyalty/decide.ts';
import { requireService } from '../../domain/loyalty/state.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import { conflict, invalid, notFound } from '../../domain/refusal.ts';
import { defineCommand } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { id, name, text, uuid } from '../fields/fields.ts';
import { normalisePhone } from '../fields/phone.ts';
import { askFirst } from '../loop/ask-first.ts';
import type { LoyaltyNeeds } from '../loyalty/loyalty-needs.ts';
import { refusalOf } from '../loyalty/refusals.ts';
import { requireBrand, requirePoint } from '../points/require-point.ts';
import { requireOrder } from './find-order.ts';

const input = z.object({
  point_id: uuid(),
  phone: text(64).min(1).nullish(),
  code: name(255).nullish().meta({ description: 'Of a card or an app. Give either the phone or the code' }),
  order_id: id().nullish().meta({ description: 'The cheque whose guest it is' }),
});

const result = z
  .object({
    customer_id: z.union([z.string(), z.int()]).nullable(),
    name: z.string().nullable(),
    phone: z.string().nullable(),
    balance: z.int().nullable(),
    level: z.string().nullable(),
    can_redeem: z.boolean().nullable(),
  })
  .meta({ description: 'All null: the guest was erased since the command was first sent' });

/**
 * Asks the loyalty service for a guest. With a cheque, the guest is noted there, and the answer follows from the log.
 * Without one nothing is recorded, so a repeat after a crash asks again.
 */
export const identifyLoyaltyCustomer = defineCommand({
  type: 'IdentifyLoyaltyCustomer',
  audiences: ['venue'],
  summary: 'Asks the loyalty service for a guest, by the phone or a code; with order_id, the cheque is for this guest.',
  input,
  result,
  is_purgeable: true,
  names_person: true,
  run: async ({ order_id, ...asked }, context, { loyalty }: LoyaltyNeeds) => {
    if (order_id == null) {
      // Nothing was recorded. This refuses a command whose result was purged.
      await context.recorded(loyaltyDecider, context.brand_id);
      return { position: null, duplicate: false, result: await ask(asked, context, loyalty) };
    }
    const order = await requireOrder(context, order_id);
    const attach = async () => {
      if (order.point_id !== asked.point_id) throw notFound('order_not_found');
      const command = (customer: LoyaltyCustomer) => ({ type: 'AttachLoyaltyCustomer', customer }) as const;
      // A cheque that is closed needs no guest any more, so the service is not asked.
      askFirst(orderDecider, order, command(NOBODY));
      const customer = await ask(asked, context, loyalty);
      return context.handle(orderDecider, order_id, command(customer), { point_id: order.point_id });
    };
    const { events, position, duplicate } = (await context.recorded(orderDecider, order_id)) ?? (await attach());
    const { personal } = events.find((event) => event.type === 'LoyaltyCustomerAttached')!.data;
    const { client_id: _, ...customer } = personal;
    return { position, duplicate, result: customer };
  },
});

const NOBODY: LoyaltyCustomer = {
  customer_id: 0,
  name: null,
  phone: null,
  balance: 0,
  level: null,
  can_redeem: false,
};

const ask = async (
  { point_id, phone, code }: Omit<z.output<typeof input>, 'order_id'>,
  context: CommandContext,
  loyalty: LoyaltyNeeds['loyalty'],
): Promise<LoyaltyCustomer> => {
  if ((phone == null) === (code == null)) throw invalid('loyalty_phone_or_code');
  await requirePoint(context, point_id);
  const { country_code } = await requireBrand(context, context.brand_id);
  const by = phone == null ? { code } : { phone: phoneDigits(normalisePhone(phone, country_code, 'phone')) };
  const connection = requireService(await context.load(loyaltyDecider, context.brand_id));
  const body = { operation_id: context.newUuid('loyalty customer'), point_id, ...by };
  const answer = await loyalty.call(connection, 'customer', body, loyalty.startTime());
  if (answer.kind !== 'done') throw refusalOf(answer, 'customer');
  const customer = customerAnswer.safeParse(answer.body);
  if (!customer.success) throw conflict('loyalty_did_not_answer');
  return { ...customer.data, phone: customer.data.phone ?? by.phone ?? null };
};
