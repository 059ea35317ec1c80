import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommandButton } from '../../parts/command-button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { usePoint } from '../../points.ts';
import { useMay } from '../../session/session.ts';
import { ListPanel } from './list-panel.tsx';
import type { Entry } from './lists.ts';
import { PaymentTypeForm } from './payment-type-form.tsx';
import { PointForm } from './point-form.tsx';
import { definedPointsQuery, listQuery, type VenuePoint } from './reading.ts';
import classes from './set-up.module.css';
import { SpecialDays } from './special-days.tsx';
import { TablesForm } from './tables-form.tsx';

/** The points of the brand, the halls and tables of this one, and how guests pay. */
export const Places = () => {
  const { t } = useTranslation();
  const { id: pointId } = usePoint();
  const client = useQueryClient();
  const may = useMay();
  const { data: tables } = useSuspenseQuery(listQuery('hall_tables', { point_id: pointId }));
  const [filled, setFilled] = useState<Entry>();
  const tablesOf = (hall: Entry) => tables.filter(({ hall_id }) => hall_id === hall.id);
  return (
    <Stack>
      <Points />
      {may.reading('listSpecialDays') && <SpecialDays />}
      <ListPanel
        list="halls"
        pointId={pointId}
        nothing={t('floor.noTables')}
        detailOf={(hall) =>
          tablesOf(hall)
            .map(({ name }) => name)
            .join(', ')
        }
        form={({ before, ...rest }) => !before && <TablesForm {...rest} />}
        more={(hall) => (
          <CommandButton command="DefineTable" onClick={() => setFilled(hall)}>
            {t('setUp.addTables')}
          </CommandButton>
        )}
      />
      <ListPanel list="hall_tables" pointId={pointId} />
      <ListPanel list="payment_types" form={({ before, ...rest }) => !before && <PaymentTypeForm {...rest} />} />
      {filled && (
        <TablesForm
          hall={{ ...filled, tables: tablesOf(filled) }}
          onClose={() => setFilled(undefined)}
          onDone={() => client.invalidateQueries()}
        />
      )}
    </Stack>
  );
};

const Points = () => {
  const { t } = useTranslation();
  const may = useMay();
  const { data: points } = useSuspenseQuery(definedPointsQuery);
  const [doing, setDoing] = useState<{ readonly point?: VenuePoint }>();
  return (
    <Panel label={t('setUp.points')}>
      <Group justify="space-between" gap="xs">
        <Title order={2}>{t('setUp.points')}</Title>
        {may.command('DefinePoint') && (
          <Button
            size="md"
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setDoing({})}
          >
            {t('setUp.addPoint')}
          </Button>
        )}
      </Group>
      <ul className={classes.list}>
        {points.map((point) => (
          <li key={point.id}>
            <div className={classes.what}>
              <Text fw={600}>{point.name}</Text>
              <Text size="sm" c="dimmed">
                {[point.address, point.phone].filter(Boolean).join(' · ')}
              </Text>
            </div>
            <CommandButton command="ChangePoint" onClick={() => setDoing({ point })}>
              {t('integrations.change')}
            </CommandButton>
          </li>
        ))}
      </ul>
      {doing && <PointForm before={doing.point} onClose={() => setDoing(undefined)} />}
    </Panel>
  );
};
