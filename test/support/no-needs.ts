import type pg from 'pg';
import type { CommandNeeds } from '../../src/commands/all-commands.ts';
import { createExternalIds } from '../../src/commands/reservations/external-ids.ts';
import { createSeal } from '../../src/processes/outbound/seal.ts';
import { createWebhookService } from '../../src/processes/webhooks/webhook-service.ts';

const unexpected = async (): Promise<never> => {
  throw new Error('no order is expected here');
};
const nowhere = async (): Promise<undefined> => undefined;

/** For command buses whose tests open no cheques, and look nothing up. Keys they name themselves. */
export const noNeeds = (pool: pg.Pool): Omit<CommandNeeds, 'keys'> => ({
  accounts: {
    hash: (text) => text,
    erasure: { subjectsOf: unexpected, forget: unexpected },
    beginWait: () => {},
    lease: { changed: async () => {} },
  },
  points: { preorderTimes: async () => [] },
  delivery: { pointOfZone: nowhere },
  lists: { pointOfZone: nowhere, neededBy: async () => [] },
  shifts: { pointOfShift: nowhere, expectedHandOver: unexpected, openCheques: unexpected },
  money: { pointOfShift: nowhere, movementPlace: nowhere, eventAt: nowhere, accountBalance: unexpected },
  payroll: { pointOfShift: nowhere, placeOfAccrual: nowhere, owedByEmployee: unexpected },
  suppliers: { placeOfSupply: nowhere },
  orders: {
    points: { find: unexpected, findThen: unexpected, placeThen: unexpected },
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
    charges: { charge: unexpected, release: unexpected, reopen: unexpected, setOff: unexpected },
    loyalty: {
      checkUrl: () => {},
      mintSecret: unexpected,
      forgetSecret: unexpected,
      startTime: () => ({ leftMs: () => 0 }),
      call: unexpected,
      withdrawCommit: unexpected,
    },
    reservations: { reservation: unexpected },
  },
  reservations: {
    externalIds: createExternalIds(pool),
    clients: { findOrCreate: unexpected, known: unexpected },
    lookups: { reservation: async () => ({ reservation: undefined, isLatest: true }) },
    points: { find: unexpected, findThen: unexpected, placeThen: nowhere },
  },
  erasure: {
    clients: { find: nowhere },
    erasure: { tracesOf: unexpected, subjectsOf: unexpected, shiftsOf: unexpected, forget: unexpected },
  },
  webhooks: createWebhookService(pool, { kinds: [], allowPrivate: false, seal: createSeal('secret of the tests') }),
});
