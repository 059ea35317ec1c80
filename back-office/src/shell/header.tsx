import { ActionIcon, Group, Kbd, UnstyledButton } from '@mantine/core';
import { IconClockHour4, IconSearch } from '@tabler/icons-react';
import { useMatchRoute, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useGo } from '../place.ts';
import { usePoint, usePoints } from '../points.ts';
import classes from './header.module.css';
import { Mark } from './mark.tsx';
import { PersonMenu } from './person-menu.tsx';

interface HeaderProps {
  readonly onSearch: () => void;
  readonly onKeys: () => void;
  /** Of the time slider, for people who may look into the past. */
  readonly time: { readonly isOpen: boolean; readonly onToggle: () => void } | undefined;
}

export const Header = ({ onSearch, onKeys, time }: HeaderProps) => {
  const { t } = useTranslation();
  return (
    <header className={classes.header}>
      <Mark />
      <PointPicker />
      <Group gap={6} ml="auto" wrap="nowrap">
        <UnstyledButton className={classes.search} onClick={onSearch}>
          <IconSearch size={18} aria-hidden />
          <span className={classes.searchWords}>{t('search.open')}</span>
          <Kbd className={classes.searchKey} aria-hidden>
            Ctrl K
          </Kbd>
        </UnstyledButton>
        {time && (
          <ActionIcon
            size={44}
            variant={time.isOpen ? 'light' : 'subtle'}
            color={time.isOpen ? undefined : 'gray'}
            title={t('time.open')}
            aria-label={t('time.open')}
            aria-pressed={time.isOpen}
            onClick={time.onToggle}
          >
            <IconClockHour4 size={22} stroke={1.75} />
          </ActionIcon>
        )}
        <PersonMenu onKeys={onKeys} />
      </Group>
    </header>
  );
};

/** Only where there is something to choose; else the name of the one point. */
const PointPicker = () => {
  const { t } = useTranslation();
  const points = usePoints();
  const point = usePoint();
  const go = useGo();
  const navigate = useNavigate();
  const isOrder = useMatchRoute()({ to: '/orders/$orderId' } as never) !== false;
  /** An order stays with its point: who chooses another one looks at what goes on there. */
  const choose = (id: string): void =>
    isOrder ? void navigate({ to: '/now', search: { point: id } } as never) : go({ point: id });
  if (points.length === 1) return <span className={classes.point}>{point.name}</span>;
  return (
    <select
      className={classes.points}
      aria-label={t('shell.point')}
      value={point.id}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {points.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
};
