import type { DeliveryZone } from './zone.ts';

export type DeliveryAreaCommand =
  | {
      readonly type: 'DefineZone';
      /** Its rings open or closed. */
      readonly zone: DeliveryZone;
      /** The caller named the id: it must be a zone of the point already. */
      readonly replaces: boolean;
    }
  | { readonly type: 'RemoveZone'; readonly zone_id: number };
