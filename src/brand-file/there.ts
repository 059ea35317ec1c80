import type { ExternalList } from '../domain/external-ids/lists.ts';
import type { Words } from './brand-file.ts';
import type { SectionName } from './sections.ts';

/** A thing of the brand, as the venue reads it. */
export interface Thing {
  readonly id: number | string;
  /** In the words of its command, without its id. */
  readonly fields: Words;
  /** It can be brought back. */
  readonly retired?: boolean;
  /** It never comes back: a person who has left, a key that was revoked. */
  readonly gone?: boolean;
}

/** What a point says of a product. */
export interface PointProduct {
  readonly point_id: string;
  readonly prices: readonly { readonly price: number; readonly window: Window | null }[];
  readonly cost: number | null;
  readonly on_sale: boolean;
}

interface Window {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** A closed day, or one with special hours. */
export interface SpecialDayThere {
  readonly date: string;
  readonly is_open: boolean;
  readonly open: string | null;
  readonly close: string | null;
  readonly reason: string | null;
}

/** All that a file can say of a brand, as it is on the server. */
export interface There {
  /** The brand itself, in the words of the file. Undefined: it is none that differs. */
  readonly brand?: Words;
  readonly sections: { readonly [Section in SectionName]?: readonly Thing[] };
  /** What each external id names, by list. */
  readonly names: { readonly [List in ExternalList]?: ReadonlyMap<string, number | string> };
  /** By the product's id. */
  readonly atPoints: ReadonlyMap<number, readonly PointProduct[]>;
  /** By the category's id: the points that have closed it. */
  readonly closedAt: ReadonlyMap<number, readonly string[]>;
  /** By the point's id: those from today on, and perhaps some before. */
  readonly specialDays: ReadonlyMap<string, readonly SpecialDayThere[]>;
  /** When it was read, in milliseconds since the epoch: days before it say nothing any more. */
  readonly readAt: number;
}

export const NOTHING_THERE: There = {
  sections: {},
  names: {},
  atPoints: new Map(),
  closedAt: new Map(),
  specialDays: new Map(),
  readAt: 0,
};
