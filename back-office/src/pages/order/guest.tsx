import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../parts/panel.tsx';
import classes from './order.module.css';
import type { Sheet } from './sheet.ts';

/** For whom it is, and where it goes. */
export const Guest = ({ sheet }: { readonly sheet: Sheet }) => {
  const { t } = useTranslation();
  const { client, comment, address, persons, external_id } = sheet;
  const rows = [
    [t('order.guest'), client.name],
    [t('order.phone'), client.phone],
    [t('order.address'), addressOf(address)],
    [t('order.persons'), persons ? String(persons) : null],
    [t('order.externalId'), external_id],
    [t('order.comment'), comment],
  ].filter((row): row is [string, string] => Boolean(row[1]));
  if (rows.length === 0) return null;
  return (
    <Panel label={t('order.guest')}>
      {rows.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          <Text style={{ overflowWrap: 'anywhere' }}>{value}</Text>
        </div>
      ))}
    </Panel>
  );
};

const addressOf = (address: Sheet['address']): string | null =>
  address
    ? ['street', 'entrance', 'floor', 'apartment', 'intercom']
        .map((part) => address[part])
        .filter(Boolean)
        .join(', ')
    : null;
