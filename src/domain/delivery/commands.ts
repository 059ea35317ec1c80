import type { DeliveryZone } from './zone.ts';

export type DeliveryAreaCommand =
  | {
      readonly type: 'DefineZone';
      /** Its rings may be open or closed. */
      readonly zone: DeliveryZone;
      /** The caller named the id: it must already be a zone of the point. */
      readonly replaces: boolean;
      /** The fields that are meant, if not the whole zone: the others stay what they are. */
      readonly named?: readonly string[] | undefined;
    }
  /** To remove a zone is to retire one that is in use. */
  | { readonly type: 'RemoveZone' | 'RetireZone' | 'RestoreZone'; readonly zone_id: number };
