import type pg from 'pg';
import type { MarkType } from '../../domain/attendance/events.ts';
import type { MarkOutcome } from '../../domain/attendance/record-mark.ts';
import type { IdentityKey } from '../claims/claim.ts';
import { claimAndKeep } from '../claims/claim-statements.ts';
import { overwriteResults } from '../claims/result-statements.ts';

/**
 * A mark that passed every check, with everything that recording it needs: any process that finds it claimed can finish
 * it.
 */
export interface ClaimedMark {
  readonly employee_id: number;
  readonly type: MarkType;
  /** ISO 8601 instant in UTC. */
  readonly time: string;
  readonly point_id: string;
  readonly timezone: string;
  readonly business_day_cutoff: string;
}

/** The content that tells a mark from another one. */
export type ReceivedMark = Pick<ClaimedMark, 'employee_id' | 'type' | 'time' | 'timezone'>;

/** What is kept of a mark. It has no outcome while it is being recorded, or if the outcome is unknown. */
export type KeptMark =
  | { readonly mark: ClaimedMark; readonly outcome?: undefined }
  | { readonly mark: ReceivedMark; readonly outcome: MarkOutcome };

export type MarkClaim = KeptMark & {
  /** Made with the claim: the id of the shift that the mark may begin. */
  readonly id: number;
  /** True for the call that made the claim. */
  readonly claimed: boolean;
};

/** The event_ids that were received with a key. They are kept in app.identities, like every other outside key. */
export interface MarkClaims {
  /**
   * Claims every event_id that has a mark and was not received before, and looks up the others (mark null). Answers by
   * event_id. Event_ids without a mark and without a claim are left out.
   */
  claim(
    keyId: string,
    asked: readonly { readonly event_id: string; readonly mark: ClaimedMark | null }[],
  ): Promise<ReadonlyMap<string, MarkClaim>>;
  /** Keeps the results of the marks, so that repeats need not search the log for them. */
  storeOutcomes(
    keyId: string,
    marks: readonly {
      readonly event_id: string;
      readonly id: number;
      readonly mark: ReceivedMark;
      readonly outcome: MarkOutcome;
    }[],
  ): Promise<void>;
}

export const MARK_IDENTITY = 'attendance_event';

export const createMarkClaims = (pool: pg.Pool): MarkClaims => ({
  claim: async (keyId, asked) => {
    if (asked.length === 0) return new Map();
    const claims = await claimAndKeep(
      pool,
      asked.map(({ event_id, mark }) => ({ ...identityOf(keyId, event_id), kept: mark && { mark } })),
    );
    return new Map(
      asked.flatMap(({ event_id, mark }, place) => {
        const claim = claims[place];
        if (!claim) return [];
        // The demo reserves ids: there a claim has nothing kept yet, and whoever only looks finds no mark.
        const kept = claim.result ?? (mark && { mark });
        if (kept === null) return [];
        return [[event_id, { ...(kept as KeptMark), id: claim.id, claimed: claim.claimed }]];
      }),
    );
  },
  storeOutcomes: async (keyId, marks) => {
    if (marks.length === 0) return;
    await overwriteResults(
      pool,
      marks.map(({ event_id, id, mark: { employee_id, type, time, timezone }, outcome }) => ({
        ...identityOf(keyId, event_id),
        id,
        result: { mark: { employee_id, type, time, timezone }, outcome } satisfies KeptMark,
      })),
    );
  },
});

const identityOf = (keyId: string, eventId: string): IdentityKey => ({
  kind: MARK_IDENTITY,
  scope: keyId,
  key: eventId,
});
