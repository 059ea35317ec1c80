import { timesheetDecider } from '../../domain/attendance/decide.ts';
import { type MarkOutcome, outcomeOfMark } from '../../domain/attendance/record-mark.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Caller } from '../bus/caller.ts';
import { derivedUuid, type Envelope, partnerEnvelope } from '../loop/envelope.ts';
import type { CommandHandler } from '../loop/handle.ts';
import { isSameMark, judgeMark, type ReadEvent, readEvents } from './judge-mark.ts';
import { type ClaimedMark, MARK_IDENTITY, type MarkClaims } from './mark-claims.ts';
import type { Roster } from './roster.ts';

export type MarkPartner = Pick<Caller, 'key_id' | 'name' | 'point_ids'> & { readonly brand_id: string };

/** What became of one event of a request. */
export type MarkAnswer = { readonly event_id: string | null } & (
  | { readonly status: 'accepted'; readonly outcome: MarkOutcome }
  /** Received before. `differs`: as another mark; the one of now is not recorded. */
  | { readonly status: 'duplicate'; readonly outcome: MarkOutcome; readonly differs: boolean }
  | { readonly status: 'rejected'; readonly reason: Refusal }
);

export interface MarkDesk {
  /**
   * Records the marks of one request (POST /attendance/events), each on its own. Answers them in the order of the request,
   * and the log position the last of them reached (null: nothing was recorded). Throws Unavailable: then some may have been
   * recorded, and the request can be sent again.
   */
  record(
    partner: MarkPartner,
    events: readonly unknown[],
    requestId: string,
  ): Promise<{ readonly answers: readonly MarkAnswer[]; readonly position: number | null }>;
}

export interface MarkDeskOptions {
  readonly handler: CommandHandler;
  readonly claims: MarkClaims;
  readonly roster: Roster;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

interface Judged extends ReadEvent {
  readonly mark: ClaimedMark | Refusal;
}

/** A mark that has yet to be recorded, or found in the log. */
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

export const createMarkDesk = ({ handler, claims, roster, clock }: MarkDeskOptions): MarkDesk => {
  const judgeAll = async ({ brand_id, point_ids }: MarkPartner, events: readonly ReadEvent[]): Promise<Judged[]> => {
    const ids = new Set(events.flatMap(({ input }) => (input instanceof Refusal ? [] : [input.employee_id])));
    const [employees, points] = await Promise.all([roster.employees(brand_id, [...ids]), roster.points(brand_id)]);
    const ground = { employees, points, point_ids, now: clock() };
    return events.map((event) => {
      const { input } = event;
      return { ...event, mark: input instanceof Refusal ? input : judgeMark(input, ground) };
    });
  };

  /** What was rejected is looked for as well: received before, it is a duplicate all the same. */
  const claimAll = ({ key_id }: MarkPartner, events: readonly Judged[]) =>
    claims.claim(
      key_id,
      events.flatMap(({ key, mark }) =>
        key === null ? [] : [{ event_id: key, mark: mark instanceof Refusal ? null : mark }],
      ),
    );

  /** Marks of one employee follow each other in time, and so share an append; those of several go side by side. */
  const recordAll = async (
    partner: MarkPartner,
    open: readonly OpenMark[],
    requestId: string,
  ): Promise<ReadonlyMap<string, Recorded>> => {
    const inTime = open.toSorted((a, b) => Date.parse(a.mark.time) - Date.parse(b.mark.time));
    const recorded = await Promise.all(inTime.map((each) => recordOne(partner, each, requestId)));
    const done = inTime.map(({ event_id, id, mark }, index) => ({
      event_id,
      id,
      mark,
      outcome: recorded[index]!.outcome,
    }));
    // Should this fail: they are in the log, and will be found there.
    await claims.storeOutcomes(partner.key_id, done).catch(() => {});
    return new Map(inTime.map(({ event_id }, index) => [event_id, recorded[index]!]));
  };

  const recordOne = async (
    partner: MarkPartner,
    { event_id, id, claimed, mark }: OpenMark,
    requestId: string,
  ): Promise<Recorded> => {
    const { type, time, ...ofPoint } = mark;
    const command = {
      ...{ type: 'RecordMark' as const, ...ofPoint, brand_id: partner.brand_id, shift_id: id },
      mark: { type, time, source: 'api' as const, key_id: partner.key_id, event_id },
    };
    const envelope = envelopeOf(partner, event_id, mark, requestId);
    // Claimed by another: it may be in the log already, or under way; or whoever claimed it has died.
    const options = { repeat: !claimed };
    const { events, position } = await handler.handle(timesheetDecider, mark.employee_id, command, envelope, options);
    return { outcome: outcomeOfMark(events.at(-1)!)!, position };
  };

  const record: MarkDesk['record'] = async (partner, events, requestId) => {
    const judged = await judgeAll(partner, readEvents(events));
    const claimed = await claimAll(partner, judged);
    const open = judged.flatMap(({ key }): OpenMark[] => {
      const claim = key === null ? undefined : claimed.get(key);
      return claim && claim.outcome === undefined ? [{ ...claim, event_id: key! }] : [];
    });
    const recorded = await recordAll(partner, open, requestId);
    const answers = judged.map(({ raw, event_id, key, mark }): MarkAnswer => {
      const claim = key === null ? undefined : claimed.get(key);
      if (!claim) return { event_id, status: 'rejected', reason: mark as Refusal };
      const outcome = claim.outcome ?? recorded.get(key!)!.outcome;
      if (claim.claimed) return { event_id, status: 'accepted', outcome };
      return { event_id, status: 'duplicate', outcome, differs: !isSameMark(raw, claim.mark) };
    });
    const positions = [...recorded.values()].map(({ position }) => position ?? 0);
    return { answers, position: positions.length > 0 ? Math.max(...positions) : null };
  };

  return { record };
};

/** The command follows from the key and its event_id: whoever records the mark, it is known again in the log. */
const envelopeOf = (
  partner: MarkPartner,
  event_id: string,
  { point_id, time }: ClaimedMark,
  correlation_id: string,
): Envelope => {
  const command_id = derivedUuid(partner.brand_id, MARK_IDENTITY, partner.key_id, event_id);
  return partnerEnvelope(partner, { command_id, correlation_id, point_id, occurred_at: time });
};
