import { Button, Group, Text } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { Panel } from '../../parts/panel.tsx';
import { usePoint } from '../../points.ts';
import { ListPanel } from './list-panel.tsx';
import type { Place } from './map.ts';
import { definedPointsQuery, KEYS, listQuery, type Zone } from './reading.ts';
import classes from './set-up.module.css';
import { ZoneForm } from './zone-form.tsx';
import { ZoneMap } from './zone-map.tsx';

/** A zone has at least so many corners. */
const FEWEST = 3;

/** Where the point delivers, and for how much: zones are drawn by their corners, or as a circle. No picture is loaded. */
export const Zones = () => {
  const { t } = useTranslation();
  const { money, currency } = useFormats();
  const { id: pointId } = usePoint();
  const client = useQueryClient();
  const { data: points } = useSuspenseQuery(definedPointsQuery);
  const { data } = useSuspenseQuery(listQuery('zones', { point_id: pointId }));
  const zones = data as unknown as readonly Zone[];
  const [corners, setCorners] = useState<readonly Place[]>();
  const [isSaving, setSaving] = useState(false);
  const point = points.find(({ id }) => id === pointId)!;
  const here: Place = [point.longitude, point.latitude];
  const form = { pointId, here };
  const readAnew = async (): Promise<void> => {
    setCorners(undefined);
    await client.invalidateQueries({ queryKey: KEYS.all });
  };
  return (
    <div className={classes.columns}>
      <Panel label={t('setUp.map')}>
        <ZoneMap
          point={point}
          zones={zones}
          corners={corners}
          onCorner={(corner) => setCorners([...(corners ?? []), corner])}
        />
        <Text size="sm" c="dimmed">
          {t(corners ? 'setUp.drawing' : 'setUp.rings')}
        </Text>
        <Group gap="xs" mt="xs">
          {corners ? (
            <>
              <Button size="md" disabled={corners.length < FEWEST} onClick={() => setSaving(true)}>
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
              <Button size="md" variant="default" onClick={() => setSaving(true)}>
                {t('setUp.circle')}
              </Button>
            </>
          )}
        </Group>
      </Panel>
      <ListPanel
        list="zones"
        pointId={pointId}
        isAddedElsewhere
        nothing={t('setUp.noZones')}
        detailOf={(entry) => {
          const { price, minutes, min_order_amount } = entry as unknown as Zone;
          return t('setUp.zoneTerms', { price: money(price), minutes, least: money(min_order_amount), currency });
        }}
        form={({ before, ...rest }) => <ZoneForm {...form} {...rest} before={before as unknown as Zone} corners={[]} />}
      />
      {isSaving && (
        <ZoneForm {...form} before={undefined} corners={corners} onClose={() => setSaving(false)} onDone={readAnew} />
      )}
    </div>
  );
};
