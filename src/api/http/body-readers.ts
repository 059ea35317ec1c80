import { type BodyLimits, type BodyReader, createBodyReader } from './body.ts';
import { createBodyBudget } from './body-budget.ts';
import { createBytesReader } from './body-bytes.ts';
import { createLargeBodies } from './body-large.ts';
import { createUnpackers, MAX_UNPACKED } from './body-unpack.ts';
import type { Route } from './route.ts';

const MB = 1024 ** 2;
/** What a route needs unless it says more. */
const USUAL = MB;
/** A caller without a token may send no more than this. */
const PUBLIC = 16 * 1024;
/** For the bodies that are being read: of all callers, and of one. */
const BUDGET = { total: 64 * MB, perCaller: 16 * MB };

/** The body reader of each route that takes a body. All of them share one budget. `bodyLimit`: bytes. */
export const createBodyReaders = (bodyLimit: number): ((route: Route) => BodyReader | undefined) => {
  const reading = {
    budget: createBodyBudget(BUDGET),
    unpackerOf: createUnpackers(),
    largeBodies: createLargeBodies(),
  };
  return (route) => {
    if (route.bytes) return createBytesReader(route.bytes, reading);
    return route.body ? createBodyReader(limitsOf(route, bodyLimit), reading) : undefined;
  };
};

const limitsOf = ({ audience, bodyLimit = USUAL }: Route, largest: number): BodyLimits => {
  const needed = Math.min(audience === 'public' ? PUBLIC : bodyLimit, largest);
  // The partners' contract promises them more than any of their routes needs.
  const most = [audience].flat().includes('partner') ? largest : needed;
  return { needed, most, unpacked: Math.min(most, MAX_UNPACKED) };
};
