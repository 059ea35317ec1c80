import type { StopListEntry } from './events.ts';
import type { UnitsCommand } from './unit-commands.ts';

interface OfPoint {
  readonly brand_id: string;
  readonly point_id: string;
}

/** The venue's commands about limited products. */
export type VenueCommand =
  | (OfPoint & { readonly type: 'SetStopList'; readonly entries: readonly StopListEntry[] })
  /** Null: everything on the list. */
  | (OfPoint & { readonly type: 'ClearStopList'; readonly product_ids: readonly number[] | null });

export type StopListCommand = VenueCommand | UnitsCommand;
