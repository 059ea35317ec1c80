import { ActionIcon, Text } from '@mantine/core';
import { IconPrinter, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { Panel } from '../../parts/panel.tsx';
import tableClasses from '../../parts/wide-table.module.css';
import { useCanAct } from '../../reading/board.ts';
import { perUnit } from '../../reading/order-facts.ts';
import { useMay } from '../../session/session.ts';
import classes from './order.module.css';
import { RemoveItem } from './remove-item.tsx';
import type { Sheet, SheetLine } from './sheet.ts';

/** What was ordered, line by line. */
export const Lines = ({ sheet }: { readonly sheet: Sheet }) => {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const may = useMay();
  const canAct = useCanAct();
  const [removed, setRemoved] = useState<SheetLine>();
  const isOpen = sheet.now !== undefined && sheet.status !== 'CLOSED' && sheet.status !== 'DELETED';
  const canRemove = isOpen && canAct && may.command('RemoveItem');
  return (
    <Panel label={t('order.lines')}>
      <table className={`${tableClasses.table} ${classes.lines}`}>
        <thead>
          <tr>
            <th>{t('order.dish')}</th>
            <th className={`${tableClasses.right} ${classes.wide}`}>{t('order.quantity')}</th>
            <th className={`${tableClasses.right} ${classes.wide}`}>{t('order.price')}</th>
            <th className={tableClasses.right}>{t('order.sum')}</th>
            {canRemove && (
              <th>
                <span className="visually-hidden">{t('order.removeLine')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sheet.items.map((line, index) => (
            <tr key={line.line_id ?? index}>
              <td>
                {line.quantity !== 1 && <span className={classes.narrow}>{number(line.quantity)} × </span>}
                <span className={classes.dish}>
                  {line.name}
                  {line.is_printed && <Ticket line={line} />}
                </span>
                {line.modifiers.map((modifier) => (
                  <Text key={modifier.name} size="sm" c="dimmed">
                    + {perUnit(modifier, line) === 1 ? '' : `${number(perUnit(modifier, line))} × `}
                    {modifier.name}
                    {modifier.price > 0 && ` ${money(modifier.price)}`}
                  </Text>
                ))}
                {line.comment && (
                  <Text size="sm" fs="italic">
                    {line.comment}
                  </Text>
                )}
                {(line.returned_quantity ?? 0) > 0 && (
                  <Text size="sm" c="var(--late)">
                    {t('order.returned', { quantity: number(line.returned_quantity!) })}
                  </Text>
                )}
              </td>
              <td className={`${tableClasses.right} ${classes.wide}`}>{number(line.quantity)}</td>
              <td className={`${tableClasses.right} ${classes.wide}`}>{money(line.price)}</td>
              <td className={tableClasses.right}>{money(line.total)}</td>
              {canRemove && (
                <td className={tableClasses.right}>
                  <ActionIcon
                    size={44}
                    variant="subtle"
                    color="gray"
                    aria-label={t('order.removeNamed', { name: line.name })}
                    onClick={() => setRemoved(line)}
                  >
                    <IconTrash size={18} />
                  </ActionIcon>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {sheet.items.length === 0 && <Text c="dimmed">{t('order.noLines')}</Text>}
      {removed && sheet.now && <RemoveItem order={sheet.now} line={removed} onClose={() => setRemoved(undefined)} />}
    </Panel>
  );
};

/** That the kitchen has the line: with which ticket, since when. */
const Ticket = ({ line: { ticket_number, printed_at } }: { readonly line: SheetLine }) => {
  const { t } = useTranslation();
  const { time } = useFormats();
  const words = printed_at
    ? t('order.ticket', { number: ticket_number ?? '', time: time(printed_at) })
    : t('order.printed');
  return (
    <span className={classes.ticket} title={words}>
      <IconPrinter size={15} aria-label={words} />
      {ticket_number != null && `№ ${ticket_number}`}
    </span>
  );
};
