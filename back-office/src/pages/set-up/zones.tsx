import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AskDialog } from '../../parts/ask-dialog.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { usePoint } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';
import { circleAround, mapOf, type Place } from './map.ts';
import { definedPointsQuery, KEYS, type Zone, zonesQuery } from './reading.ts';
import classes from './set-up.module.css';

/** A map shows at least so much. */
const WIDTH_KM = 12;
const RINGS_KM = [1, 2, 5];
/** A zone has at least so many corners. */
const FEWEST = 3;

const ringOf = ({ polygon }: Zone): readonly Place[] => (polygon as unknown as readonly Place[][])[0] ?? [];

/** Where the point delivers, and for how much: zones are drawn by their corners, or as a circle. No picture is loaded. */
export const Zones = () => {
  const { t } = useTranslation();
  const { money, currency } = useFormats();
  const { id: pointId } = usePoint();
  const client = useQueryClient();
  const { data: points } = useSuspenseQuery(definedPointsQuery);
  const { data: all } = useSuspenseQuery(zonesQuery);
  const [corners, setCorners] = useState<readonly Place[]>();
  const [doing, setDoing] = useState<{ readonly what: 'save' | 'edit' | 'remove'; readonly zone?: Zone }>();
  const svg = useRef<SVGSVGElement>(null);
  const zones = all.filter(({ point_id }) => point_id === pointId);
  const point = points.find(({ id }) => id === pointId)!;
  const here: Place = [point.longitude, point.latitude];
  const map = mapOf([here, ...zones.flatMap(ringOf)], WIDTH_KM);
  const { reach, toMap, toPlace } = map;
  const drawn = (places: readonly Place[]): string => places.map((place) => toMap(place).join(',')).join(' ');
  const readAnew = async (): Promise<void> => {
    setCorners(undefined);
    await client.invalidateQueries({ queryKey: KEYS.all });
  };
  const addCorner = ({ clientX, clientY }: React.MouseEvent): void => {
    if (!corners || !svg.current) return;
    const { left, top, width, height } = svg.current.getBoundingClientRect();
    const at = [
      ((clientX - left) / width) * 2 * reach - reach,
      ((clientY - top) / height) * 2 * reach - reach,
    ] as const;
    setCorners([...corners, toPlace(at)]);
  };
  const [x, y] = toMap(here);
  return (
    <div className={classes.columns}>
      <section className={classes.panel} aria-label={t('setUp.map')}>
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
        <Text size="sm" c="dimmed">
          {t(corners ? 'setUp.drawing' : 'setUp.rings')}
        </Text>
        <Group gap="xs" mt="xs">
          {corners ? (
            <>
              <Button size="md" disabled={corners.length < FEWEST} onClick={() => setDoing({ what: 'save' })}>
                {t('setUp.finish')}
              </Button>
              <Button
                size="md"
                variant="default"
                disabled={corners.length === 0}
                onClick={() => setCorners(corners.slice(0, -1))}
              >
                {t('shell.undo')}
              </Button>
              <Button size="md" variant="default" onClick={() => setCorners(undefined)}>
                {t('shell.cancel')}
              </Button>
            </>
          ) : (
            <>
              <Button size="md" onClick={() => setCorners([])}>
                {t('setUp.draw')}
              </Button>
              <Button size="md" variant="default" onClick={() => setDoing({ what: 'save' })}>
                {t('setUp.circle')}
              </Button>
            </>
          )}
        </Group>
      </section>
      <section className={classes.panel} aria-label={t('setUp.zones')}>
        {zones.length === 0 && <Text c="dimmed">{t('setUp.noZones')}</Text>}
        <ul className={classes.list}>
          {zones.map((zone) => (
            <li key={zone.id}>
              <Stack gap={0}>
                <Text fw={600}>{zone.name}</Text>
                <Text size="sm" c="dimmed">
                  {t('setUp.zoneTerms', {
                    price: money(zone.price),
                    minutes: zone.minutes,
                    least: money(zone.min_order_amount),
                    currency,
                  })}
                </Text>
              </Stack>
              <Group gap="xs">
                <Button size="sm" h={44} variant="default" onClick={() => setDoing({ what: 'edit', zone })}>
                  {t('integrations.change')}
                </Button>
                <Button
                  size="sm"
                  h={44}
                  variant="default"
                  c="var(--late)"
                  onClick={() => setDoing({ what: 'remove', zone })}
                >
                  {t('setUp.remove')}
                </Button>
              </Group>
            </li>
          ))}
        </ul>
      </section>
      {(doing?.what === 'save' || doing?.what === 'edit') && (
        <ZoneForm
          pointId={pointId}
          here={here}
          before={doing.zone}
          corners={doing.zone ? ringOf(doing.zone) : corners}
          onClose={() => setDoing(undefined)}
          onDone={readAnew}
        />
      )}
      {doing?.what === 'remove' && doing.zone && (
        <AskDialog
          title={t('setUp.remove')}
          ask={t('setUp.removeZoneAsk', { name: doing.zone.name })}
          send={t('setUp.remove')}
          onClose={() => setDoing(undefined)}
          onSend={async () => {
            await sendCommand('RemoveZone', { id: doing.zone!.id });
            await readAnew();
          }}
        />
      )}
    </div>
  );
};

interface ZoneFormProps {
  readonly pointId: string;
  readonly here: Place;
  readonly before: Zone | undefined;
  /** None: a circle. */
  readonly corners: readonly Place[] | undefined;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** What a delivery into the zone costs, how long it takes, and the least that one must order. */
const ZoneForm = ({ pointId: point_id, here, before, corners, onClose, onDone }: ZoneFormProps) => {
  const { t } = useTranslation();
  const { unit, exponent, currency } = useFormats();
  const [name, setName] = useState(before?.name ?? '');
  const [km, setKm] = useState<number | string>(3);
  const [price, setPrice] = useState<number | string>((before?.price ?? 0) / unit);
  const [minutes, setMinutes] = useState<number | string>(before?.minutes ?? 45);
  const [least, setLeast] = useState<number | string>((before?.min_order_amount ?? 0) / unit);
  const send = async (): Promise<void> => {
    const polygon = corners
      ? corners.map(([...place]) => place)
      : circleAround(here, Number(km)).map(([...place]) => place);
    await sendCommand('DefineZone', {
      ...(before && { id: before.id, priority: before.priority }),
      point_id,
      name: name.trim(),
      polygon: (before ? before.polygon : polygon) as never,
      price: Math.round(Number(price) * unit),
      minutes: Number(minutes),
      min_order_amount: Math.round(Number(least) * unit),
    });
    await onDone();
  };
  const amount = (
    label: string,
    value: number | string,
    onChange: (value: number | string) => void,
    error?: string,
  ) => (
    <NumberInput
      size="md"
      label={`${label}, ${currency}`}
      min={0}
      decimalScale={exponent}
      thousandSeparator=" "
      value={value}
      onChange={onChange}
      error={error}
    />
  );
  return (
    <FormDialog
      title={t('setUp.zone')}
      send={t('shell.save')}
      isReady={name.trim() !== '' && (corners !== undefined || Number(km) > 0)}
      onClose={onClose}
      onSend={send}
      fields={['name', 'price', 'minutes', 'min_order_amount']}
    >
      {(refusalOf) => (
        <>
          <TextInput
            size="md"
            label={t('integrations.name')}
            maxLength={255}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={refusalOf('name')}
          />
          {!corners && (
            <NumberInput
              size="md"
              label={t('setUp.radius')}
              min={0.1}
              max={100}
              decimalScale={2}
              value={km}
              onChange={setKm}
            />
          )}
          {amount(t('setUp.deliveryPrice'), price, setPrice, refusalOf('price'))}
          <NumberInput
            size="md"
            label={t('setUp.minutes')}
            min={0}
            allowDecimal={false}
            value={minutes}
            onChange={setMinutes}
            error={refusalOf('minutes')}
          />
          {amount(t('setUp.least'), least, setLeast, refusalOf('min_order_amount'))}
        </>
      )}
    </FormDialog>
  );
};
