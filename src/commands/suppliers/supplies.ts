import { z } from 'zod';
import { dayAt } from '../../domain/points/clocks.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import { supplierDecider } from '../../domain/suppliers/decide.ts';
import { isKeysPoint } from '../bus/caller.ts';
import { type CommandDefinition, defineCommand, outcome } from '../bus/command.ts';
import { calendarDate, id, name, text, uuid } from '../fields/fields.ts';
import { movedAmount } from '../money/fields.ts';
import { requirePoint } from '../points/require-point.ts';

/** Port: where supplies are. The read side answers it. */
export interface SupplyPlaces {
  /** The supplier and the point of a supply of the brand, or of a return of one; undefined if there is no such supply. */
  placeOfSupply(
    brandId: string,
    supplyId: number,
  ): Promise<{ readonly supplier_id: number; readonly point_id: string } | undefined>;
}

/** As late as a till that was cut off may tell what happened. */
const MAX_DAYS_BACK = 62;

const supplyResult = z.object({ id: z.int(), supply_id: z.int() });

const defineSupply = (type: 'RecordSupply' | 'ReturnSupply', summary: string) =>
  defineCommand({
    type,
    audiences: ['venue'],
    summary,
    input: z.object({
      supplier_id: id(),
      point_id: uuid(),
      amount: movedAmount(),
      document: text(255).nullish(),
      date: calendarDate().nullish(),
    }),
    result: supplyResult,
    run: async ({ supplier_id, point_id, amount, document = null, date }, context) => {
      const point = await requirePoint(context, point_id);
      const { brand_id, occurred_at: recorded_at } = context;
      const { timezone, business_date: today } = dayAt(point, recorded_at);
      const supply = {
        supply_id: await context.newId(),
        brand_id,
        point_id,
        timezone,
        business_date: date == null ? today : requireLately(date, today),
        recorded_at,
        amount,
        document,
      };
      const handled = await context.handle(supplierDecider, supplier_id, { type, supply }, { point_id });
      return outcome(handled, (events) => {
        const recorded = events.find((event) => event.type === 'SupplyRecorded' || event.type === 'SupplyReturned');
        const { supply_id } = recorded!.data;
        return { id: supply_id, supply_id };
      });
    },
  });

/** A day given by the caller: not after the point's business day, and at most 62 days before it. */
const requireLately = (date: string, today: string): string => {
  if (date > today) throw invalid('date_in_future', { field: 'date' });
  const first = Temporal.PlainDate.from(today).subtract({ days: MAX_DAYS_BACK }).toString();
  if (date < first) throw invalid('occurred_at_too_old', { field: 'date' });
  return date;
};

const cancelSupply = defineCommand({
  type: 'CancelSupply',
  audiences: ['venue'],
  summary: 'Cancels a supply, or the return of one: it counts no more. A second time is 409.',
  input: z.object({ supply_id: id(), reason: name(500).nullish() }),
  result: supplyResult,
  run: async ({ supply_id, reason }, context, places: SupplyPlaces) => {
    const { brand_id } = context;
    const place = await places.placeOfSupply(brand_id, supply_id);
    if (!place || !isKeysPoint(context.caller, place.point_id)) throw notFound('supply_not_found');
    const { supplier_id, point_id } = place;
    const command = { type: 'CancelSupply' as const, brand_id, supply_id, point_id, reason: reason ?? null };
    const handled = await context.handle(supplierDecider, supplier_id, command, { point_id });
    return outcome(handled, () => ({ id: supply_id, supply_id }));
  },
});

const recordSupply = defineSupply(
  'RecordSupply',
  "Records goods that a supplier brought: the venue owes their amount. date: a business day, by default the point's today, never later, at most 62 days back.",
);

const returnSupply = defineSupply(
  'ReturnSupply',
  'Records goods that went back to a supplier. date as in RecordSupply.',
);

export const supplyCommands: readonly CommandDefinition<SupplyPlaces>[] = [recordSupply, returnSupply, cancelSupply];
