import { answersAreExpected, everythingWorksAgain, noServerErrors } from './answers.ts';
import { bookingsAreOnce, tablesAreTakenOnce } from './bookings.ts';
import { appsAreSound, eventsAreReadable, readModelsEqualRebuild } from './end.ts';
import type { Evidence, Rule, Violation } from './evidence.ts';
import { feedsMissNothing } from './feeds.ts';
import { revokedKeysAreRefused } from './keys.ts';
import { commandsAreInLog, ordersAreOnce } from './orders.ts';
import { readsNeverGoBack } from './reads.ts';
import { holdsHaveOrders, noUnitOversold } from './units.ts';

export const RULES: readonly Rule[] = [
  ...[ordersAreOnce, commandsAreInLog, noUnitOversold, holdsHaveOrders, bookingsAreOnce, tablesAreTakenOnce],
  ...[revokedKeysAreRefused, readsNeverGoBack, noServerErrors, answersAreExpected, everythingWorksAgain],
  ...[feedsMissNothing, eventsAreReadable, readModelsEqualRebuild, appsAreSound],
];

/** Everything in the evidence that breaks a rule. */
export const check = (evidence: Evidence): Violation[] => RULES.flatMap((rule) => rule(evidence));
