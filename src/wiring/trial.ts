import type { OpenTrial } from '../api/venue/command-check.ts';
import { type CommandNeeds, commandsWith } from '../commands/all-commands.ts';
import { createCommandBus } from '../commands/bus/command-bus.ts';
import type { Identities } from '../commands/claims/identities.ts';
import { createTrialIdentities } from '../commands/claims/trial-identities.ts';
import type { CommandHandler } from '../commands/loop/handle.ts';
import { createTrialHandler, type TrialHandler } from '../commands/loop/trial-handler.ts';
import { entryOf } from '../domain/collections/by-id.ts';
import { deliveryAreaDecider } from '../domain/delivery/decide.ts';
import type { DeliveryArea } from '../domain/delivery/state.ts';
import { accessKeyDecider } from '../domain/keys/decide.ts';
import type { AccessKeyState } from '../domain/keys/state.ts';
import type { Lookups } from './lookups.ts';

export interface TrialOptions {
  readonly handler: CommandHandler;
  readonly identities: Identities;
  readonly needs: CommandNeeds;
  readonly lookups: Lookups;
  readonly assertWhole: () => void;
  readonly clock: () => number;
}

/** `types`: the commands that may be tried. They act through the log, through claims, and through the needs that are replaced here. */
export const createOpenTrial =
  ({ needs, lookups, ...options }: TrialOptions): OpenTrial =>
  (types) => {
    const handler = createTrialHandler(options.handler);
    const delivery = zonesOf(handler, lookups);
    const all = commandsWith({
      ...needs,
      delivery,
      lists: { ...delivery, neededBy: neededBy(handler, lookups) },
      keys: { ...needs.keys, noteIssued: async () => {}, beginWait: () => {}, lease: { changed: async () => {} } },
    });
    const definitions = new Map([...all].filter(([type]) => types.has(type)));
    return createCommandBus({
      ...options,
      definitions,
      handler,
      identities: createTrialIdentities(options.identities),
    });
  };

/** Zones that were only tried, and the others. */
const zonesOf = (handler: TrialHandler, lookups: Lookups): CommandNeeds['delivery'] => ({
  pointOfZone: async (brandId, id) => {
    const areas = handler.statesOf<DeliveryArea>(deliveryAreaDecider);
    const tried = areas.map(({ zones, retired }) => entryOf(zones, id) ?? entryOf(retired, id)).find(Boolean);
    return tried && tried.brand_id === brandId ? tried.point_id : lookups.pointOfZone(brandId, id);
  },
});

/** Keys are of the set-up too: those that were tried need what they would name then. */
const neededBy =
  (handler: TrialHandler, lookups: Lookups): CommandNeeds['lists']['neededBy'] =>
  async (brandId, what, id) => {
    const recorded = await lookups.neededBy(brandId, what, id);
    if (what !== 'order_type_sub') return recorded;
    const keys = handler.statesOf<AccessKeyState>(accessKeyDecider).filter((key) => key?.brand_id === brandId);
    const tried = new Set(keys.map((key) => key!.key_id));
    const needing = keys.filter(
      (key) => key!.revoked_at === null && Object.values(key!.default_order_type_sub_ids).includes(id),
    );
    return [
      ...recorded.filter((need) => !(need.what === 'key' && tried.has(String(need.id)))),
      ...needing.map((key) => ({ what: 'key' as const, id: key!.key_id, name: key!.name })),
    ];
  };
