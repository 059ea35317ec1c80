import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePoint } from '../../points.ts';
import { categoryName, PaymentTypeForm } from './payment-type-form.tsx';
import { PointForm } from './point-form.tsx';
import { definedPointsQuery, hallsQuery, KEYS, paymentTypesQuery, type VenuePoint } from './reading.ts';
import classes from './set-up.module.css';
import { TablesForm } from './tables-form.tsx';

type Hall = Parameters<typeof TablesForm>[0]['hall'];
type PaymentType = Parameters<typeof PaymentTypeForm>[0]['before'];
type Doing =
  | { readonly what: 'point'; readonly point?: VenuePoint }
  | { readonly what: 'tables'; readonly hall?: Hall }
  | { readonly what: 'payment'; readonly type?: PaymentType };

/** The points of the brand, the halls and tables of this one, and how guests pay. */
export const Places = () => {
  const { t } = useTranslation();
  const { id: pointId } = usePoint();
  const client = useQueryClient();
  const { data: points } = useSuspenseQuery(definedPointsQuery);
  const { data: halls } = useSuspenseQuery(hallsQuery(pointId));
  const { data: types } = useSuspenseQuery(paymentTypesQuery);
  const [doing, setDoing] = useState<Doing>();
  const readAnew = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: KEYS.all });
    await client.invalidateQueries({ queryKey: ['point', pointId] });
  };
  const close = (): void => setDoing(undefined);
  const head = (title: string, add: string, next: Doing) => (
    <Group justify="space-between">
      <Title order={2}>{title}</Title>
      <Button
        size="md"
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setDoing(next)}
      >
        {add}
      </Button>
    </Group>
  );
  const change = (onClick: () => void, words: string = t('integrations.change')) => (
    <Button size="sm" h={44} variant="default" onClick={onClick}>
      {words}
    </Button>
  );
  return (
    <Stack>
      <section className={classes.panel} aria-label={t('setUp.points')}>
        {head(t('setUp.points'), t('setUp.addPoint'), { what: 'point' })}
        <ul className={classes.list}>
          {points.map((point) => (
            <li key={point.id}>
              <div>
                <Text fw={600}>{point.name}</Text>
                <Text size="sm" c="dimmed">
                  {[point.address, point.phone].filter(Boolean).join(' · ')}
                </Text>
              </div>
              {change(() => setDoing({ what: 'point', point }))}
            </li>
          ))}
        </ul>
      </section>
      <section className={classes.panel} aria-label={t('floor.tables')}>
        {head(t('floor.tables'), t('setUp.do.halls'), { what: 'tables' })}
        {halls.length === 0 && <Text c="dimmed">{t('floor.noTables')}</Text>}
        <ul className={classes.list}>
          {halls.map((hall) => (
            <li key={hall.id}>
              <div>
                <Text fw={600}>{hall.name}</Text>
                <Text size="sm" c="dimmed">
                  {hall.tables.map(({ name }) => name).join(', ')}
                </Text>
              </div>
              {change(() => setDoing({ what: 'tables', hall }), t('setUp.addTables'))}
            </li>
          ))}
        </ul>
      </section>
      <section className={classes.panel} aria-label={t('setUp.step.payments')}>
        {head(t('setUp.step.payments'), t('setUp.do.payments'), { what: 'payment' })}
        <ul className={classes.list}>
          {types.map((type) => (
            <li key={type.id}>
              <div>
                <Text fw={600}>{type.name}</Text>
                <Text size="sm" c="dimmed">
                  {t(`setUp.paymentOf.${categoryName(type.category_id)}`)}
                </Text>
              </div>
              {change(() => setDoing({ what: 'payment', type }))}
            </li>
          ))}
        </ul>
      </section>
      {doing?.what === 'point' && <PointForm before={doing.point} onClose={close} />}
      {doing?.what === 'tables' && <TablesForm hall={doing.hall} onClose={close} onDone={readAnew} />}
      {doing?.what === 'payment' && <PaymentTypeForm before={doing.type} onClose={close} onDone={readAnew} />}
    </Stack>
  );
};
