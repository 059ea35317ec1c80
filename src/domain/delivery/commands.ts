import type { DeliveryZone } from './zone.ts';

export type DeliveryAreaCommand =
  | {
      readonly type: 'DefineZone';
      /** Its rings may be open or closed. */
      readonly zone: DeliveryZone;
      /** The caller named the id: it must already be a zone of the point. */
      readonly replaces: boolean;
    }
  | { readonly type: 'RemoveZone'; readonly zone_id: number };
