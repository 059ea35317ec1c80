import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { NumberField } from '../../parts/number-field.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sendCommand } from '../../reading/act.ts';
import { useMay } from '../../session/session.ts';
import { PageLink } from '../../shell/page-link.tsx';
import classes from './guests.module.css';
import { HeldOf } from './held.tsx';
import { guestQuery, KEYS } from './reading.ts';

interface GuestSheetProps {
  readonly id: number;
  readonly onErased: () => void;
}

/** One guest: orders, points, addresses, what is held, and how the person is forgotten. */
export const GuestSheet = ({ id, onErased }: GuestSheetProps) => {
  const { t } = useTranslation();
  const { day, time, money, number } = useFormats();
  const may = useMay();
  const client = useQueryClient();
  const { data: guest } = useSuspenseQuery(guestQuery(id));
  const [doing, setDoing] = useState<'adjust' | 'erase'>();
  const { name, phone, registered_on, points, service_points, orders, orders_count, addresses } = guest;
  const close = (): void => setDoing(undefined);
  return (
    <article className={classes.sheet} aria-label={name ?? phone}>
      <Panel>
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2}>{name ?? t('guests.noName')}</Title>
            <Text>{phone}</Text>
            <Text size="sm" c="dimmed">
              {t('guests.since', { day: day(`${registered_on} 00:00:00`) })}
            </Text>
          </div>
          <Group gap="xs">
            {may.command('AdjustPoints') && (
              <Button size="md" variant="default" onClick={() => setDoing('adjust')}>
                {t('guests.adjust')}
              </Button>
            )}
            {may.command('EraseClient') && (
              <Button size="md" variant="default" c="var(--late)" onClick={() => setDoing('erase')}>
                {t('guests.erase')}
              </Button>
            )}
          </Group>
        </Group>
        <dl className={classes.facts}>
          <div>
            <dt>{t('guests.points')}</dt>
            <dd>{number(points)}</dd>
          </div>
          {service_points !== null && (
            <div>
              <dt>{t('guests.servicePoints')}</dt>
              <dd>{number(service_points)}</dd>
            </div>
          )}
        </dl>
      </Panel>
      <Panel label={t('guests.orders')}>
        <Title order={3}>{t('guests.ordersCount', { count: orders_count })}</Title>
        {orders.length === 0 && <Text c="dimmed">{t('guests.noOrders')}</Text>}
        <ul className={classes.list}>
          {orders.map(({ order_id, status, created_at, total_amount }) => (
            <li key={order_id}>
              <PageLink className={classes.order} to="/orders/$orderId" params={{ orderId: String(order_id) } as never}>
                <span>
                  <Text span fw={600}>
                    {t('order.card', { number: order_id })}
                  </Text>
                  <Text span size="sm" c="dimmed" display="block">
                    {created_at && `${day(created_at)}, ${time(created_at)}`}
                  </Text>
                </span>
                <Badge variant="light" color={status === 'DELETED' ? 'red' : status === 'CLOSED' ? 'gray' : 'sea'}>
                  {t(`status.${status}`)}
                </Badge>
                <span className={classes.sum}>{money(total_amount)}</span>
              </PageLink>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel label={t('guests.addresses')}>
        <Title order={3}>{t('guests.addresses')}</Title>
        {addresses.length === 0 && <Text c="dimmed">{t('guests.noAddresses')}</Text>}
        <ul className={classes.list}>
          {addresses.map((address) => (
            <li key={address.id} className={classes.address}>
              <Text>{address.name}</Text>
              <Text size="sm" c="dimmed">
                {[address.entrance, address.floor, address.apartment, address.intercom, address.navigate]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </li>
          ))}
        </ul>
      </Panel>
      {may.audit && <HeldOf id={id} />}
      {doing === 'adjust' && (
        <AdjustPoints
          id={id}
          onClose={close}
          onDone={async () => {
            await client.invalidateQueries({ queryKey: KEYS.all });
          }}
        />
      )}
      {doing === 'erase' && (
        <Erase
          id={id}
          onClose={close}
          onDone={() => {
            onErased();
            client.removeQueries({ queryKey: guestQuery(id).queryKey });
            void client.invalidateQueries({ queryKey: KEYS.list });
            notifications.show({ message: t('guests.erased') });
          }}
        />
      )}
    </article>
  );
};

interface DialogProps {
  readonly id: number;
  readonly onClose: () => void;
  readonly onDone: () => void | Promise<void>;
}

const AdjustPoints = ({ id, onClose, onDone }: DialogProps) => {
  const { t } = useTranslation();
  const [amount, setAmount] = useState<number | string>('');
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={t('guests.adjust')}
      send={t('guests.adjust')}
      isReady={Number(amount) !== 0 && reason.trim() !== ''}
      onClose={onClose}
      onSend={async () => {
        await sendCommand('AdjustPoints', { client_id: id, amount: Number(amount), reason: reason.trim() });
        await onDone();
      }}
      fields={['amount', 'reason']}
    >
      {(refusalOf) => (
        <>
          <NumberField
            label={t('guests.amount')}
            allowDecimal={false}
            data-autofocus
            value={amount}
            onChange={setAmount}
            error={refusalOf('amount')}
          />
          <ReasonField value={reason} onChange={setReason} error={refusalOf('reason')} />
        </>
      )}
    </FormDialog>
  );
};

const Erase = ({ id, onClose, onDone }: DialogProps) => {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={t('guests.erase')}
      send={t('guests.erase')}
      colour="red"
      isReady={reason.trim() !== ''}
      onClose={onClose}
      onSend={async () => {
        await sendCommand('EraseClient', { client_id: id, reason: reason.trim() });
        await onDone();
      }}
      fields={['reason']}
    >
      {(refusalOf) => (
        <>
          <Text>{t('guests.eraseAsk')}</Text>
          <ReasonField value={reason} onChange={setReason} error={refusalOf('reason')} isFirst />
        </>
      )}
    </FormDialog>
  );
};
