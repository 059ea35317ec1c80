/** `[longitude, latitude]` in degrees, as in GeoJSON. */
export type Position = readonly [longitude: number, latitude: number];

/** Closed: it ends where it begins. */
export type Ring = readonly Position[];

/** The outer ring, then holes. Straight lines between corners, on the map's plane. */
export type Polygon = readonly Ring[];

/** An area that a point delivers to, and the terms. */
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
  /** Of two zones that contain a place, the one with the higher priority wins, then the lower id. */
  readonly priority: number;
}

/** Zones of one point, prepared for look-ups. */
export interface PointZones {
  readonly count: number;
  /** The zone that serves the place; a place on a border is inside. */
  at(latitude: number, longitude: number): DeliveryZone | undefined;
}

export const NO_ZONES: PointZones = { count: 0, at: () => undefined };

/** A zone with its outline prepared, so that it is quick to say whether a place is inside. */
export interface ZoneShape {
  readonly zone: DeliveryZone;
  /** A place on a border is inside. */
  contains(latitude: number, longitude: number): boolean;
}

/** Highest priority first, then the lowest id. */
export const byPrecedence = ({ zone: one }: ZoneShape, { zone: other }: ZoneShape): number =>
  other.priority - one.priority || one.zone_id - other.zone_id;

/** Zones of one point, sorted by precedence. */
export const pointZones = (shapes: readonly ZoneShape[]): PointZones => ({
  count: shapes.length,
  at: (latitude, longitude) => shapes.find((shape) => shape.contains(latitude, longitude))?.zone,
});
