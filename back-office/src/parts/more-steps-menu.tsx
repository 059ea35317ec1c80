import { ActionIcon, Menu } from '@mantine/core';
import { IconCash, IconDots, IconPrinter, IconReceipt2, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../reading/act.ts';
import { afterStep, nextStep, numberOf, type Step, typeOf } from '../reading/order-facts.ts';
import type { Order } from '../reading/types.ts';
import { useMay } from '../session/session.ts';
import { PageLink } from '../shell/page-link.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

export interface MoreStepsProps {
  readonly order: Order;
  readonly onPay: () => void;
}

const WITH_TILL: readonly Order['status'][] = [
  ...(['CREATED', 'UNCONFIRMED_ORDER', 'COOKING', 'PACKED', 'TAKEN_BY_COURIER', 'DELIVERED'] as const),
];

/** The menu of the steps beside the next one, open. */
export const MoreStepsMenu = ({ order, onPay }: MoreStepsProps) => {
  const { t } = useTranslation();
  const may = useMay();
  const act = useAct();
  const [isRemoving, setRemoving] = useState(false);
  const next = nextStep(order);
  const isWithTill = WITH_TILL.includes(order.status);
  const steps: Step[] = [
    ...(order.status === 'CREATED' || order.status === 'UNCONFIRMED_ORDER' ? (['PackOrder'] as const) : []),
    ...(order.status === 'PACKED' && typeOf(order) === 'delivery' ? (['DeliverOrder'] as const) : []),
  ];
  const canPrint = isWithTill && order.items.some(({ is_printed }) => !is_printed) && may.command('SendToKitchen');
  return (
    <>
      <Menu defaultOpened position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size={44} variant="subtle" color="gray" aria-label={t('order.more', { number: numberOf(order) })}>
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={PageLink}
            {...({ to: '/orders/$orderId', params: { orderId: String(order.order_id) } } as object)}
            leftSection={<IconReceipt2 size={18} aria-hidden />}
          >
            {t('order.open')}
          </Menu.Item>
          {steps
            .filter((step) => step !== next && may.command(step))
            .map((step) => (
              <Menu.Item
                key={step}
                onClick={() =>
                  void act(
                    step as 'PackOrder',
                    { order_id: order.order_id },
                    { order: { before: order, after: afterStep(order, step) } },
                  )
                }
              >
                {t(`step.${step}`)}
              </Menu.Item>
            ))}
          {canPrint && (
            <Menu.Item
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() =>
                void act('SendToKitchen', { order_id: order.order_id }, { order: { before: order, after: order } })
              }
            >
              {t('order.print')}
            </Menu.Item>
          )}
          {isWithTill && next !== 'CloseCheque' && order.status !== 'CREATED' && may.command('CloseCheque') && (
            <Menu.Item leftSection={<IconCash size={18} aria-hidden />} onClick={onPay}>
              {t('step.CloseCheque')}
            </Menu.Item>
          )}
          {may.command('DeleteCheque') && (
            <Menu.Item color="red" leftSection={<IconTrash size={18} aria-hidden />} onClick={() => setRemoving(true)}>
              {t(order.status === 'AWAITING_CONFIRMATION' ? 'order.reject' : 'order.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isRemoving && <RemoveDialog order={order} onClose={() => setRemoving(false)} />}
    </>
  );
};
