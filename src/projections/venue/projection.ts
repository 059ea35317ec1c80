import { accountsPart } from '../accounts/venue-part.ts';
import { deliveryPart } from '../delivery/venue-part.ts';
import { employeesPart } from '../employees/venue-part.ts';
import { defineProjection } from '../engine/define-projection.ts';
import type { Projection } from '../engine/projection.ts';
import { externalIdsPart } from '../external-ids/venue-part.ts';
import { keysPart } from '../keys/venue-part.ts';
import { loyaltyPart } from '../loyalty/venue-part.ts';
import { pointsPart } from '../points/venue-part.ts';
import { referencesPart } from '../references/venue-part.ts';
import { shiftsPart } from '../shifts/venue-part.ts';
import type { VenuePart } from './part.ts';

const parts: readonly VenuePart[] = [
  referencesPart,
  keysPart,
  accountsPart,
  pointsPart,
  deliveryPart,
  employeesPart,
  shiftsPart,
  externalIdsPart,
  loyaltyPart,
];

/** Several parts may have something to do with an event. */
const together = (handlers: readonly Projection['on'][]): Projection['on'] => {
  const types = new Set(handlers.flatMap((on) => Object.keys(on)));
  return Object.fromEntries(
    [...types].map((type) => {
      const own = handlers.flatMap((on) => on[type] ?? []);
      return [type, (event, write) => own.forEach((handle) => void handle(event, write))];
    }),
  );
};

/** The venue's configuration: small tables of several concepts, which are built in one pass through the log. */
export const venueProjection = defineProjection({
  name: 'venue',
  version: parts.reduce((sum, part) => sum + part.version, 0),
  tables: parts.flatMap((part) => part.tables),
  // A handler of one type of event, named by that type: the engine gives it no other.
  on: together(parts.map(({ on }) => on as Projection['on'])),
});
