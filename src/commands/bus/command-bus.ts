import { createNamedQueues } from '../../concurrency/named-queues.ts';
import { conflict, invalid, notFound, Refusal } from '../../domain/refusal.ts';
import type { Identities, IdentityKey } from '../claims/identities.ts';
import { MAX_AGE_MS, MAX_AHEAD_MS } from '../fields/time-bounds.ts';
import { validate } from '../fields/validate.ts';
import { againWhenErased } from '../loop/again-when-erased.ts';
import type { CommandHandler } from '../loop/handle.ts';
import { actorOf } from './actor.ts';
import { type Caller, requireCommand, requireKeysPoint } from './caller.ts';
import type { BoundCommand, CommandOutcome } from './command.ts';
import { contextOfRun } from './command-run.ts';
import { commandSchema } from './command-schema.ts';
import { type CashierOfShift, requireOwnShift } from './own-shift.ts';
import { beginRun, createTrail, endRefused, keptAs, keptResult, purgedAs, purgedRun, type StoredRun } from './runs.ts';

export interface CommandAnswer {
  readonly command_id: string;
  readonly status: 'accepted' | 'duplicate';
  readonly position: number | null;
  readonly result: Readonly<Record<string, unknown>>;
}

export interface CommandBus {
  readonly definitions: ReadonlyMap<string, BoundCommand>;
  /**
   * Validates, authorises and carries out. Throws Refusal, or Unavailable: then it may or may not have been carried
   * out. Sending the same command_id again finds out, or does the rest.
   */
  execute(caller: Caller, type: string, body: unknown, correlationId: string): Promise<CommandAnswer>;
}

export interface CommandBusOptions {
  readonly definitions: ReadonlyMap<string, BoundCommand>;
  readonly handler: CommandHandler;
  readonly identities: Identities;
  /** Throws Unavailable while the log has lost events: a kept answer may belong to one of those. */
  readonly assertWhole?: () => void;
  /** The employee whose till shift it is. Undefined: the brand has no such shift. */
  readonly cashierOfShift?: CashierOfShift;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/**
 * Runs commands that carry a command_id: each takes effect once, however often it is repeated, also after a crash in
 * between.
 */
export const createCommandBus = (options: CommandBusOptions): CommandBus => {
  const { definitions, identities, clock } = options;
  const inQueue = createNamedQueues();
  const schemas = new Map(
    [...definitions].map(([type, { input, is_shown }]) => [type, commandSchema(input, is_shown)]),
  );

  const execute: CommandBus['execute'] = async (caller, type, body, correlationId) => {
    const definition = definitions.get(type);
    if (!definition) throw notFound('command_not_found', { type: type.slice(0, 64) });
    const access = requireCommand(caller, definition);
    options.assertWhole?.();
    const { command_id, occurred_at, actor, ...whole } = validate(schemas.get(type)!, body);
    const input = definition.is_shown ? withoutState(whole) : whole;
    if (access === 'own_shift') await requireOwnShift(caller, input, options.cashierOfShift);
    const scope = caller.brand_id ?? 'platform';
    const claimAndRun = async (): Promise<CommandAnswer> => {
      const key: IdentityKey = { kind: 'command', scope, key: command_id };
      const claim = await identities.claim(key);
      const known = keptResult(claim.result);
      const purged = purgedRun(claim.result);
      const usedFor = known?.type ?? purged?.type ?? type;
      if (usedFor !== type) throw conflict('command_id_reused', { type: usedFor });
      // Before any other check: the thing that the command named may be gone, and its effect may be undone.
      if (known?.result) {
        if (typeof input.point_id === 'string') requireKeysPoint(caller, input.point_id);
        return { command_id, status: 'duplicate', position: known.position ?? null, result: known.result };
      }
      const begun = await beginRun(identities, key, claim);
      if (begun === null) return claimAndRun();
      const trail = createTrail();
      const run = async (isAgain: boolean): Promise<CommandOutcome> => {
        const keysAsOf = options.handler.keysAsOf();
        const now = clock();
        // The time of a purged command was checked when it was carried out. By now it may be too old.
        const happenedAt = purged !== null && occurred_at ? occurred_at : checkOccurredAt(occurred_at, now);
        const context = contextOfRun(options, {
          caller,
          command_id,
          occurred_at: happenedAt,
          now,
          correlation_id: correlationId,
          actor: actorOf(caller, actor),
          keysAsOf,
          repeat: isAgain || begun === 'repeat',
          purged: purged?.type ?? null,
          trail,
        });
        return definition.run(input, context);
      };
      const { duplicate, result, ...found } = await againWhenErased(run).catch(async (error: unknown) => {
        if (begun === 'first' && error instanceof Refusal && trail.isEmpty()) await endRefused(identities, key);
        throw error;
      });
      const position = purged?.position ?? found.position;
      const kept = keptOf(definition, { type, position, result });
      if (!known && kept !== null) await identities.storeResult(key, kept);
      return { command_id, status: duplicate ? 'duplicate' : 'accepted', position, result };
    };
    // A repeat that overtook the first could not be told from it: both would then have been the accepted one.
    return inQueue(`${scope}/${command_id}`, claimAndRun);
  };

  return { definitions, execute };
};

/** What was shown beside the fields says nothing to the command. */
const withoutState = ({ state: _, ...input }: Readonly<Record<string, unknown>>) => input;

/** What is kept of a command that was carried out. Null: nothing. */
const keptOf = ({ shown_once, names_person }: BoundCommand, run: StoredRun): unknown => {
  const { type, position, result } = run;
  // What recorded nothing may be done again.
  if (names_person) return position == null ? null : purgedAs(type, position);
  return keptAs(shown_once === undefined ? run : { ...run, result: { ...result, [shown_once]: null } });
};

const checkOccurredAt = (occurredAt: string | undefined, now: number): string => {
  if (occurredAt === undefined) return new Date(now).toISOString();
  const time = Date.parse(occurredAt);
  if (time > now + MAX_AHEAD_MS) throw invalid('occurred_at_in_future', { field: 'occurred_at' });
  if (time < now - MAX_AGE_MS) throw invalid('occurred_at_too_old', { field: 'occurred_at' });
  return occurredAt;
};
