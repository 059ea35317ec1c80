import { z } from 'zod';
import { timesheetDecider } from '../../domain/attendance/decide.ts';
import { MARK_TYPES } from '../../domain/attendance/events.ts';
import { type MarkOutcome, outcomeOfMark } from '../../domain/attendance/record-mark.ts';
import { inOrder } from '../../domain/attendance/where.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { PartnerContext } from '../bus/context.ts';
import { defineOperation } from '../bus/operation.ts';
import { derivedUuid } from '../loop/envelope.ts';
import { isSameMark, readEvents } from './judge-mark.ts';
import { type Judged, judgeMarks, type MarkNeeds } from './judge-marks.ts';
import { type ClaimedMark, MARK_IDENTITY } from './mark-claims.ts';

const MAX_EVENTS = 500;

/** The form of an event. It is not checked here: each event of a request gets an answer of its own. */
const event = z.unknown().meta({
  type: 'object',
  required: ['event_id', 'employee_id', 'type', 'time'],
  properties: {
    event_id: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
    employee_id: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    type: { type: 'string', enum: [...MARK_TYPES] },
    time: { type: ['string', 'integer'], description: 'ISO 8601 with or without an offset, or Unix seconds' },
    point_id: {
      type: ['string', 'null'],
      format: 'uuid',
      description: 'Where the employee is on shift, else the employee’s own',
    },
  },
});
const marksInput = z.object({ events: z.array(event).max(MAX_EVENTS) });

/** What became of one event of a request. */
export type MarkAnswer = { readonly event_id: string | null } & (
  | { readonly status: 'accepted'; readonly outcome: MarkOutcome }
  /** Its event_id was received before. `differs`: with another mark. The new one is not recorded. */
  | { readonly status: 'duplicate'; readonly outcome: MarkOutcome; readonly differs: boolean }
  | { readonly status: 'rejected'; readonly reason: Refusal }
);

/**
 * Records the marks of one request, each on its own, and answers them in the order of the request. Throws Unavailable
 * if some may not have been recorded: the request can be sent again.
 */
export const recordMarks = defineOperation({
  audiences: ['partner'],
  permission: 'attendance',
  summary: 'Record check-ins and check-outs',
  input: marksInput,
  answerAfter: 'attendance',
  run: async ({ events }: z.output<typeof marksInput>, context, needs: MarkNeeds) => {
    const judged = await judgeMarks(context, needs, readEvents(events));
    const claimed = await claimAll(context, needs, judged);
    const open = judged.flatMap(({ key }): OpenMark[] => {
      if (key === null) return [];
      const claim = claimed.get(key);
      return claim && claim.outcome === undefined ? [{ ...claim, event_id: key }] : [];
    });
    const recorded = await recordAll(context, needs, open);
    const result = judged.map(({ raw, event_id, key, mark }): MarkAnswer => {
      const claim = key === null ? undefined : claimed.get(key);
      if (!claim) {
        if (!(mark instanceof Refusal)) throw new Error('the claim of a mark was not answered');
        return { event_id, status: 'rejected', reason: mark };
      }
      const outcome = claim.outcome ?? recorded.get(key!)!.outcome;
      if (claim.claimed) return { event_id, status: 'accepted', outcome };
      return { event_id, status: 'duplicate', outcome, differs: !isSameMark(raw, claim.mark) };
    });
    const positions = [...recorded.values()].map(({ position }) => position ?? 0);
    return { position: positions.length > 0 ? Math.max(...positions) : null, result };
  },
});

/** A mark that is not known to be recorded: it is recorded now, or found in the log. */
interface OpenMark {
  readonly event_id: string;
  readonly id: number;
  readonly claimed: boolean;
  readonly mark: ClaimedMark;
}

interface Recorded {
  readonly outcome: MarkOutcome;
  readonly position: number | null;
}

/** Rejected events are looked up as well: one that was received before is a duplicate, and not rejected. */
const claimAll = ({ caller }: PartnerContext, { claims }: MarkNeeds, events: readonly Judged[]) =>
  claims.claim(
    caller.key_id,
    events.flatMap(({ key, mark }) =>
      key === null ? [] : [{ event_id: key, mark: mark instanceof Refusal ? null : mark }],
    ),
  );

/** Marks of one employee are recorded in their order, in one append. Different employees are recorded at once. */
const recordAll = async (
  context: PartnerContext,
  { claims }: MarkNeeds,
  open: readonly OpenMark[],
): Promise<ReadonlyMap<string, Recorded>> => {
  const timed = open.map((each) => ({ ...each, type: each.mark.type, time: Date.parse(each.mark.time) }));
  const inTime = timed.toSorted(inOrder);
  const recorded = await Promise.all(inTime.map((each) => recordOne(context, each)));
  const done = inTime.map(({ event_id, id, mark }, index) => ({
    event_id,
    id,
    mark,
    outcome: recorded[index]!.outcome,
  }));
  // If this fails, a repeat finds the results in the log.
  await claims.storeOutcomes(context.caller.key_id, done).catch(() => {});
  return new Map(inTime.map(({ event_id }, index) => [event_id, recorded[index]!]));
};

const recordOne = async (
  { brand_id, caller: { key_id }, handle }: PartnerContext,
  { event_id, id, claimed, mark }: OpenMark,
): Promise<Recorded> => {
  const { type, time, ...ofPoint } = mark;
  const command = {
    type: 'RecordMark' as const,
    ...ofPoint,
    brand_id,
    shift_id: id,
    mark: { type, time, source: 'api' as const, key_id, event_id },
  };
  const { events, position } = await handle(timesheetDecider, mark.employee_id, command, {
    // The command id follows from the key and the event_id. So the mark is found in the log, whichever process recorded
    // it.
    command_id: derivedUuid(brand_id, MARK_IDENTITY, key_id, event_id),
    point_id: mark.point_id,
    occurred_at: time,
    // Claimed by another call: the mark may be in the log or under way, or that call may have died.
    repeat: !claimed,
  });
  return { outcome: outcomeOfMark(events.at(-1)!)!, position };
};
