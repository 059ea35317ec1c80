import { UnstyledButton } from '@mantine/core';
import { IconLock, IconLockOpen2 } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { venue } from '../../api.ts';
import { useFormats } from '../../parts/formats.ts';
import { useGo } from '../../place.ts';
import { usePoint, usePoints } from '../../points.ts';
import classes from './now.module.css';

const openShiftsQuery = queryOptions({
  queryKey: ['open-shifts'],
  queryFn: async ({ signal }) =>
    (await venue.api.GET('/venue/v1/shifts', { params: { query: { state: 'open', limit: 1_000 } }, signal })).data!
      .shifts,
  // The feed of one point tells nothing of the others.
  refetchInterval: 30_000,
});

/** The till shift of each point, and the way there. With one point the page has said it all. */
export const Points = () => {
  const { t } = useTranslation();
  const { time } = useFormats();
  const go = useGo();
  const points = usePoints();
  const chosen = usePoint();
  const { data: shifts } = useQuery({ ...openShiftsQuery, enabled: points.length > 1 });
  if (points.length === 1 || !shifts) return null;
  return (
    <div className={classes.points} role="group" aria-label={t('now.points')}>
      {points.map(({ id, short_name, name }) => {
        const shift = shifts.find(({ point_id }) => point_id === id);
        const Icon = shift ? IconLockOpen2 : IconLock;
        return (
          <UnstyledButton
            key={id}
            className={classes.pointShift}
            aria-pressed={id === chosen.id}
            onClick={() => go({ point: id })}
          >
            <b>{short_name || name}</b>
            <span data-closed={!shift || undefined}>
              <Icon size={14} aria-hidden />
              {shift ? t('now.openSince', { time: time(shift.opened_at) }) : t('now.closedNow')}
            </span>
          </UnstyledButton>
        );
      })}
    </div>
  );
};
