import type { z } from 'zod';
import { bindOnce } from '../claims/bind-once.ts';
import type { Identities } from '../claims/identities.ts';
import { againWhenErased } from '../loop/again-when-erased.ts';
import type { CommandHandler } from '../loop/handle.ts';
import type { Partner } from './caller.ts';
import { envelopeOf, type PartnerContext } from './context.ts';
import type { Outcome, PartnerOperation } from './operation.ts';

export interface PartnerTools {
  readonly handler: CommandHandler;
  readonly identities: Identities;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newUuid: () => string;
}

/** Carries an operation out for a partner. `requestId`: what its events name as the request they answer. */
export type Carry<Input, Result> = (partner: Partner, input: Input, requestId: string) => Promise<Outcome<Result>>;

/** Hands an operation what it needs, and each run of it what it acts through. */
export const bindOperation =
  <Input, Needs, Result>(
    tools: PartnerTools,
    { run }: PartnerOperation<z.ZodType, Input, Needs, Result>,
    needs: Needs,
  ): Carry<Input, Result> =>
  (partner, input, requestId) => {
    const command_id = tools.newUuid();
    return againWhenErased((isAgain) => run(input, contextOf(tools, partner, requestId, command_id, isAgain), needs));
  };

const contextOf = (
  { handler, identities, clock }: PartnerTools,
  caller: Partner,
  correlation_id: string,
  ofRun: string,
  isAgain: boolean,
): PartnerContext => {
  const keysAsOf = handler.keysAsOf();
  const now = clock();
  const { brand_id, key_id, name } = caller;
  const occurred_at = new Date(now).toISOString();
  const actor = { id: key_id, kind: 'partner' as const, name };
  const run = { caller, command_id: ofRun, correlation_id, actor, occurred_at };
  return {
    caller,
    brand_id,
    occurred_at,
    now,
    envelope: (point_id) => envelopeOf(run, { point_id }),
    handle: (decider, id, command, options = {}) => {
      const { command_id = run.command_id } = options;
      const all = { ...options, keysAsOf, ...(isAgain && { repeat: true }) };
      return handler.handle(decider, id, command, envelopeOf({ ...run, command_id }, options), all);
    },
    beginBoth: (companion, own, { point_id, conditions }) =>
      handler.beginBoth(companion, own, envelopeOf(run, { point_id }), { conditions, keysAsOf }),
    load: async (decider, id) => (await handler.load(decider, id)).state,
    loadFolded: (decider, id) => handler.load(decider, id),
    recorded: (decider, id) => handler.recorded(decider, id, run.command_id),
    claim: (identity) => identities.claim(identity),
    findClaimed: (identity) => identities.find(identity),
    claimFor: (kind, key, id) => bindOnce(identities, { kind, scope: brand_id, key }, id),
    newId: () => identities.mint(),
  };
};
