/** `[longitude, latitude]` in degrees, as in GeoJSON. */
export type Position = readonly [longitude: number, latitude: number];

/** Closed: it ends where it begins. */
export type Ring = readonly Position[];

/** The outer ring, then holes. Straight lines between corners, on the map's plane. */
export type Polygon = readonly Ring[];

/** Where a point delivers to, and on which terms. */
export interface DeliveryZone {
  readonly zone_id: number;
  readonly brand_id: string;
  readonly point_id: string;
  readonly name: string;
  readonly polygon: Polygon;
  /** 0: delivered free. */
  readonly price: number;
  /** Estimated time of delivery. */
  readonly minutes: number;
  /** Compared with the sum of lines after discount. */
  readonly min_order_amount: number;
  /** Of two zones that hold a place, the one with the higher priority wins, then the lower id. */
  readonly priority: number;
}

/** Zones of one point, ready to be asked. */
export interface PointZones {
  readonly count: number;
  /** The zone that serves the place; a place on a border is inside. */
  at(latitude: number, longitude: number): DeliveryZone | undefined;
}

export const NO_ZONES: PointZones = { count: 0, at: () => undefined };
