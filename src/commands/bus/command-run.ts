import type { Decider, DomainEvent } from '../../domain/decider.ts';
import { conflict } from '../../domain/refusal.ts';
import { bindOnce } from '../claims/bind-once.ts';
import type { Identities } from '../claims/identities.ts';
import { derivedUuid } from '../loop/envelope.ts';
import type { CommandHandler } from '../loop/handle.ts';
import type { Handled } from '../loop/handled.ts';
import { brandOf, type CommandContext, envelopeOf, type Run } from './context.ts';
import type { Trail } from './runs.ts';

/** One run of a command: the command, and what is known of the runs before it. */
export interface CommandRun extends Run {
  /** In milliseconds since the epoch. */
  readonly now: number;
  /** It may have been carried out before: its events are searched for. */
  readonly repeat: boolean;
  /** The command's type, if its result was purged: then its events are only searched for, and nothing is decided. */
  readonly purged: string | null;
  readonly trail: Trail;
  /** The generation of keys when it began. */
  readonly keysAsOf: number | undefined;
}

export interface RunTools {
  readonly handler: CommandHandler;
  readonly identities: Identities;
}

/** What a run acts through: everything that it makes and records follows from its command_id. */
export const contextOfRun = ({ handler, identities }: RunTools, run: CommandRun): CommandContext => {
  const { caller, command_id, occurred_at, now, repeat, purged, trail, keysAsOf } = run;
  const scope = caller.brand_id ?? 'platform';
  return {
    caller,
    command_id,
    occurred_at,
    now,
    get brand_id() {
      return brandOf(caller);
    },
    envelope: (point_id) => envelopeOf(run, { point_id }),
    handle: (decider, id, command, options = {}) => {
      const envelope = envelopeOf(run, options);
      if (purged !== null) return findStep(handler, decider, id, envelope.command_id);
      return trail.follow(handler.handle(decider, id, command, envelope, { repeat, keysAsOf }));
    },
    recorded: async (decider, id) => {
      const found = repeat ? await handler.recorded(decider, id, command_id) : null;
      // The body names something else than the first time. To decide it now would carry the command out twice.
      if (purged !== null && found === null) throw conflict('command_id_reused', { type: purged });
      return found;
    },
    load: async (decider, id) => (await handler.load(decider, id)).state,
    claim: (identity) => identities.claim(identity),
    newId: async (label = 'id') =>
      (await identities.claim({ kind: 'minted', scope, key: `${command_id}/${label}` })).id,
    newUuid: (label) => derivedUuid(scope, command_id, label),
    claimFor: (kind, key, id) => bindOnce(identities, { kind, scope, key }, id),
  };
};

/**
 * A step of a purged command: what it recorded then, or nothing if there was nothing to do. It records nothing more.
 */
const findStep = async <State, Command, Event extends DomainEvent>(
  handler: CommandHandler,
  decider: Decider<State, Command, Event>,
  id: string | number,
  commandId: string,
): Promise<Handled<State, Event>> => {
  const found = await handler.recorded(decider, id, commandId);
  return found ?? { ...(await handler.load(decider, id)), events: [], position: null, duplicate: true };
};
