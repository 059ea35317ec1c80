import type { Decider, DomainEvent } from '../../domain/decider.ts';
import { accessKeyDecider } from '../../domain/keys/decide.ts';
import { catalogueDecider } from '../../domain/menu/catalogue/decide.ts';
import { pointMenuDecider } from '../../domain/menu/point-menu/decide.ts';
import { showcaseDecider } from '../../domain/menu/showcase/decide.ts';
import { pointDecider } from '../../domain/points/decide.ts';
import { brandDecider } from '../../domain/references/decide.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import { stopListDecider } from '../../domain/stop-list/decide.ts';
import { foldingOf } from './fold-history.ts';
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

/** The fold with some parts of the state left empty: they grow with the years, and audits do not ask for them. */
const withEmpty = <State extends object>(
  folding: StreamFolding<State>,
  empty: (initial: State) => Partial<State>,
): StreamFolding<State> => {
  const parts = empty(folding.initial);
  return { ...folding, evolve: (state, event) => ({ ...folding.evolve(state, event), ...parts }) };
};

/** An event of a showcase has it whole, and may be large. */
const SHOWCASES_AT_ONCE = 20;

export const pointFolding = ofDecider(pointDecider);
export const catalogueFolding = ofDecider(catalogueDecider);
export const pointMenuFolding = ofDecider(pointMenuDecider);
export const showcaseFolding = ofDecider(showcaseDecider, SHOWCASES_AT_ONCE);
export const keyFolding = ofDecider(accessKeyDecider);
/** Readers of the list do not ask which order holds units. */
export const stopListFolding = withEmpty(ofDecider(stopListDecider), ({ holds }) => ({ holds }));
export const brandFolding = ofDecider(brandDecider);
/** Who sits where, and who is expected: not every reservation that ever was. */
export const bookFolding = withEmpty(ofDecider(reservationBookDecider), ({ past, forgone, holds }) => ({
  past,
  forgone,
  holds,
}));
