import { listNames } from '../references/lists.ts';

/** What may have an external id, beside the reference lists. People have their logins: an external id may never name one. */
const OTHERS = ['points', 'categories', 'menu_folders', 'products', 'showcases', 'zones', 'keys'] as const;

/** Lists whose things may have external ids. */
export const EXTERNAL_LISTS = [...listNames, ...OTHERS] as const;
export type ExternalList = (typeof EXTERNAL_LISTS)[number];

/** Lists whose ids are UUIDs; those of the others are integers. */
export const hasUuids = (list: ExternalList): list is 'points' | 'keys' => list === 'points' || list === 'keys';
