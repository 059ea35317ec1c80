import type { Decider, DomainEvent } from '../../../domain/decider.ts';
import { accessKeyDecider } from '../../../domain/keys/decide.ts';
import { catalogueDecider } from '../../../domain/menu/catalogue/decide.ts';
import { pointMenuDecider } from '../../../domain/menu/point-menu/decide.ts';
import { showcaseDecider } from '../../../domain/menu/showcase/decide.ts';
import { pointDecider } from '../../../domain/points/decide.ts';
import { brandDecider } from '../../../domain/references/decide.ts';
import { reservationBookDecider } from '../../../domain/reservations/decide.ts';
import { stopListDecider } from '../../../domain/stop-list/decide.ts';
import { foldingOf } from '../fold-history.ts';
import type { StreamFolding } from './fold-stream.ts';

const ofDecider = <State, Event extends DomainEvent>(
  decider: Pick<Decider<State, never, Event>, 'category' | 'stateVersion' | 'initial' | 'evolve'>,
  every?: number,
): StreamFolding<State> => ({
  ...foldingOf(decider),
  category: decider.category,
  stateVersion: decider.stateVersion,
  ...(every !== undefined && { every }),
});

/** The fold without those parts of a state that grow with the years, and that audits do not ask for. */
const without = <State extends object, Part extends keyof State>(
  folding: StreamFolding<State>,
  ...parts: readonly Part[]
): StreamFolding<State> => {
  const emptied = Object.fromEntries(parts.map((part) => [part, folding.initial[part]])) as Pick<State, Part>;
  return { ...folding, evolve: (state, event) => ({ ...folding.evolve(state, event), ...emptied }) };
};

/** An event of a showcase has it whole, and may be large. */
const SHOWCASES_AT_ONCE = 20;

export const pointFolding = ofDecider(pointDecider);
export const catalogueFolding = ofDecider(catalogueDecider);
export const pointMenuFolding = ofDecider(pointMenuDecider);
export const showcaseFolding = ofDecider(showcaseDecider, SHOWCASES_AT_ONCE);
export const keyFolding = ofDecider(accessKeyDecider);
/** Which order holds units does not matter to who reads the list. */
export const stopListFolding = without(ofDecider(stopListDecider), 'holds');
export const brandFolding = ofDecider(brandDecider);
/** Who sits where, and who is expected: not every reservation that ever was. */
export const bookFolding = without(ofDecider(reservationBookDecider), 'past', 'forgone', 'holds');
