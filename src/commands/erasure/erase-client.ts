import { z } from 'zod';
import { invalid } from '../../domain/refusal.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { defineCommand } from '../bus/command.ts';
import { id, name, text } from '../fields/fields.ts';
import { normalisePhone } from '../fields/phone.ts';
import { requireBrand } from '../points/require-point.ts';
import { eraseClientById } from './erase-client-by-id.ts';
import { eraseGuest } from './erase-guest.ts';
import type { ErasureNeeds } from './erasure-needs.ts';

export const reasonOfErasure = () =>
  name(255).meta({ description: 'It stays in the log for good, so it must not say who the person was' });

const result = z.object({
  client_id: z.int().nullable().meta({ description: 'Null: a guest of reservations who was no client' }),
});

/** The command is bound to the client of the phone: a repeat finds the client, who has no phone any more. */
const BOUND = 'erasure';
const NO_CLIENT = 0;

export const eraseClient = defineCommand({
  type: 'EraseClient',
  audiences: ['venue'],
  summary:
    'Forgets a person for good: a client, or a guest who is known by a phone alone. Orders, sums and reports stay ' +
    'without the person.',
  input: z.object({
    client_id: id().nullish(),
    phone: text(64).min(1).nullish().meta({ description: 'Give either the client or the phone' }),
    reason: reasonOfErasure(),
  }),
  result,
  run: async ({ client_id, phone, reason }, context, needs: ErasureNeeds) => {
    requireWholeBrand(context);
    if ((client_id == null) === (phone == null)) throw invalid('client_or_phone', { field: 'client_id' });
    if (phone == null) return eraseClientById(context, needs, client_id!, reason);
    const { brand_id, command_id } = context;
    const { country_code } = await requireBrand(context, brand_id);
    const normal = normalisePhone(phone, country_code, 'phone');
    const found = (await needs.clients.find(brand_id, normal)) ?? NO_CLIENT;
    const bound = await context.claimFor(BOUND, command_id, found);
    if (bound !== NO_CLIENT) return eraseClientById(context, needs, bound, reason);
    return eraseGuest(context, needs, normal, reason);
  },
});
