import { Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { Panel } from '../../parts/panel.tsx';
import { usePoint } from '../../points.ts';
import { presentQuery } from './reading.ts';
import classes from './staff.module.css';

/** Who is on shift at the point now. */
export const Present = () => {
  const { t } = useTranslation();
  const { day, time } = useFormats();
  const { id } = usePoint();
  const { data: staff } = useSuspenseQuery(presentQuery(id));
  const present = staff.flatMap(({ open_shift, ...who }) =>
    open_shift?.check_in ? [{ ...who, since: open_shift.check_in }] : [],
  );
  return (
    <Panel label={t('staff.present')}>
      <Title order={2} mb={4}>
        {t('staff.present')}
      </Title>
      {present.length === 0 && <Text c="dimmed">{t('staff.nobody')}</Text>}
      <ul className={classes.present}>
        {present.map(({ employee_id, name, position_name, since }) => (
          <li key={employee_id}>
            <Text fw={600}>{name}</Text>
            <Text size="sm" c="dimmed">
              {position_name} · {t('staff.since', { day: day(since), time: time(since) })}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  );
};
