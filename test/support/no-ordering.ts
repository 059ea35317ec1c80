import type { Ordering } from '../../src/commands/orders/ordering.ts';

const unexpected = async (): Promise<never> => {
  throw new Error('no order is expected here');
};

/** For command buses whose tests open no cheques. */
export const noOrdering: Ordering = {
  points: { find: unexpected },
  clients: { findOrCreate: unexpected, nameOf: unexpected },
  units: {
    take: unexpected,
    unlimitedAt: () => null,
    takeMore: unexpected,
    fit: unexpected,
    giveBack: unexpected,
    recheck: unexpected,
    isHolding: unexpected,
    settle: unexpected,
  },
};
