import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mapOf, type Place } from './map.ts';
import type { VenuePoint, Zone } from './reading.ts';
import classes from './set-up.module.css';

/** A map shows at least so much. */
const WIDTH_KM = 12;
const RINGS_KM = [1, 2, 5];

const ringOf = ({ polygon }: Zone): readonly Place[] => (polygon as unknown as readonly Place[][])[0] ?? [];

interface ZoneMapProps {
  readonly point: VenuePoint;
  readonly zones: readonly Zone[];
  /** Corners of the zone that is drawn. None: nothing is drawn. */
  readonly corners: readonly Place[] | undefined;
  readonly onCorner: (corner: Place) => void;
}

/** The point, the zones around it, and the one that is drawn. */
export const ZoneMap = ({ point, zones, corners, onCorner }: ZoneMapProps) => {
  const { t } = useTranslation();
  const svg = useRef<SVGSVGElement>(null);
  const here: Place = [point.longitude, point.latitude];
  const { reach, toMap, toPlace } = mapOf([here, ...zones.flatMap(ringOf)], WIDTH_KM);
  const drawn = (places: readonly Place[]): string => places.map((place) => toMap(place).join(',')).join(' ');
  const addCorner = ({ clientX, clientY }: React.MouseEvent): void => {
    if (!corners || !svg.current) return;
    const { left, top, width, height } = svg.current.getBoundingClientRect();
    const across = ((clientX - left) / width) * 2 * reach - reach;
    const down = ((clientY - top) / height) * 2 * reach - reach;
    onCorner(toPlace([across, down]));
  };
  const [x, y] = toMap(here);
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard a zone is made as a circle */}
      <svg
        ref={svg}
        className={classes.map}
        viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`}
        data-drawing={corners !== undefined || undefined}
        role="img"
        aria-label={t('setUp.map')}
        onClick={addCorner}
      >
        {RINGS_KM.map((km) => (
          <g key={km}>
            <circle cx={x} cy={y} r={km} className={classes.ring} />
            <text x={x} y={y - km} className={classes.km} fontSize={reach / 22}>
              {km}
            </text>
          </g>
        ))}
        {zones.map((zone) => (
          <polygon key={zone.id} points={drawn(ringOf(zone))} className={classes.zone}>
            <title>{zone.name}</title>
          </polygon>
        ))}
        {corners && <polygon points={drawn(corners)} className={classes.draft} />}
        {corners?.map((corner) => {
          const [cx, cy] = toMap(corner);
          return <circle key={corner.join()} cx={cx} cy={cy} r={reach / 60} className={classes.corner} />;
        })}
        <circle cx={x} cy={y} r={reach / 40} className={classes.point}>
          <title>{point.name}</title>
        </circle>
      </svg>
    </>
  );
};
