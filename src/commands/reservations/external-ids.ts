import type pg from 'pg';
import { createBatcher } from '../../concurrency/batcher.ts';
import type { Claim, IdentityKey } from '../claims/claim.ts';
import { type AskedClaim, claimAndKeep } from '../claims/claim-statements.ts';
import { exchangeResult } from '../claims/result-statements.ts';

/** The reservation that has an external_id. It is booked, or is about to be. */
interface NamedReservation {
  readonly point_id: string;
  readonly reservation_id: string;
}

export interface ExternalIdClaim extends NamedReservation {
  /** This call made the claim, so there is no such reservation yet. */
  readonly is_new: boolean;
}

export interface ExternalId {
  readonly key_id: string;
  readonly external_id: string;
}

/** Each external_id of a key belongs to one reservation, even if a second request names another point. */
export interface ExternalIds {
  /** Claims the external_id for a new reservation, or answers which reservation has it. */
  claim(of: ExternalId & NamedReservation): Promise<ExternalIdClaim>;
  /**
   * Gives the external_id from reservation `from` to another one, if `from` still has it. Call it only when `from` will
   * never be booked.
   */
  pass(of: ExternalId & NamedReservation, from: NamedReservation): Promise<void>;
}

const GATHER_MS = 2;

export const createExternalIds = (pool: pg.Pool): ExternalIds => {
  const claims = createBatcher<AskedClaim, Claim>(
    async (asked) => (await claimAndKeep(pool, asked)).map((claim) => claim ?? new Error('a claim was not answered')),
    { gatherMs: GATHER_MS },
  );

  return {
    claim: async (of) => {
      const { result, claimed } = await claims.submit({ ...identityOf(of), kept: namedBy(of) });
      // What `namedBy` made.
      return { ...(result as NamedReservation), is_new: claimed };
    },
    pass: async (of, from) => {
      await exchangeResult(pool, identityOf(of), namedBy(from), namedBy(of));
    },
  };
};

/** What is kept with an external_id. It is compared as text: the order of the fields matters. */
const namedBy = ({ point_id, reservation_id }: NamedReservation): NamedReservation => ({ point_id, reservation_id });

const identityOf = ({ key_id, external_id }: ExternalId): IdentityKey => ({
  kind: 'reservation',
  scope: key_id,
  key: external_id,
});
