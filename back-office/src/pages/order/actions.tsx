import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCash, IconDiscount2, IconPlus, IconReceiptRefund, IconTrash } from '@tabler/icons-react';
import type { Answer } from '@tillstream/client';
import { type ComponentType, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PayDialog } from '../../parts/pay-dialog.tsx';
import { RemoveDialog } from '../../parts/remove-dialog.tsx';
import { onFirstTap } from '../../parts/second-tap.ts';
import { useAct } from '../../reading/act.ts';
import { useCanAct } from '../../reading/board.ts';
import { afterStep, nextStep } from '../../reading/order-facts.ts';
import type { Order } from '../../reading/types.ts';
import { useMay } from '../../session/session.ts';
import { AddItems } from './add-items.tsx';
import { Discount } from './discount.tsx';
import { Reopen } from './reopen.tsx';
import { Return } from './return.tsx';

type Now = Answer<'getVenueOrder'>;

interface DialogProps {
  readonly order: Now;
  readonly onClose: () => void;
}

const DIALOGS = {
  add: AddItems,
  discount: Discount,
  return: Return,
  reopen: Reopen,
  pay: PayDialog as unknown as ComponentType<DialogProps>,
  delete: RemoveDialog as unknown as ComponentType<DialogProps>,
} as const;
type DialogName = keyof typeof DIALOGS;

/** What can be done with the order as it stands, by the person who looks at it. */
export const Actions = ({ order }: { readonly order: Now }) => {
  const { t } = useTranslation();
  const may = useMay();
  const act = useAct();
  const canAct = useCanAct();
  const [open, setOpen] = useState<DialogName>();
  if (!canAct) return null;
  const shown = order as Order;
  const step = nextStep(shown);
  // On an empty cheque the dishes come first: there is nothing to cook or to pay.
  const main: DialogName = order.items.length === 0 ? 'add' : 'pay';
  const isClosed = order.status === 'CLOSED';
  const isOver = isClosed || order.status === 'DELETED';
  const isWithTill = !isOver && !['AWAITING_PAYMENT', 'AWAITING_CONFIRMATION', 'PREORDER'].includes(order.status);
  const button = (name: DialogName, command: string, Icon: typeof IconPlus, isFit: boolean, colour = 'gray') =>
    isFit &&
    may.command(command) && (
      <Button
        key={name}
        size="md"
        variant={name === main ? 'filled' : 'default'}
        color={colour === 'gray' ? undefined : colour}
        leftSection={<Icon size={18} aria-hidden />}
        onClick={() => setOpen(name)}
      >
        {t(`order.do.${name}`)}
      </Button>
    );
  const Dialog = open && DIALOGS[open];
  return (
    <>
      {step && step !== 'CloseCheque' && may.command(step) && (
        <Button
          size="md"
          variant={main === 'add' ? 'default' : 'filled'}
          onClick={onFirstTap(
            () =>
              void act(step, { order_id: order.order_id }, { order: { before: shown, after: afterStep(shown, step) } }),
          )}
        >
          {t(`step.${step}`)}
        </Button>
      )}
      {button('add', 'AddItems', IconPlus, isWithTill)}
      {button('discount', 'AdjustCheque', IconDiscount2, isWithTill)}
      {button('pay', 'CloseCheque', IconCash, isWithTill && order.status !== 'CREATED')}
      {button('return', 'ReturnGoods', IconReceiptRefund, isClosed)}
      {button('reopen', 'ReopenCheque', IconArrowBackUp, isClosed)}
      {button('delete', 'DeleteCheque', IconTrash, !isOver, 'red')}
      <Suspense>{Dialog && <Dialog order={order} onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  );
};
