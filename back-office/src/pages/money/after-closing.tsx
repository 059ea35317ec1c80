import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { PaperRow, PaperRule } from '../../parts/paper.tsx';
import { closedShiftQuery, type MoneyAsked } from '../../reading/money.ts';
import { useMay } from '../../session/session.ts';
import { PageLink } from '../../shell/page-link.tsx';
import { changedSince } from './changed-since.ts';
import classes from './money.module.css';
import type { Shift } from './types.ts';

interface AfterClosingProps {
  readonly shift: Shift;
  readonly asked: MoneyAsked;
}

/**
 * What the report of a shift said when it was closed, where it says something else now: a cheque was opened again later
 * and closed in the next shift, or sent late. Without it the money that was counted looks wrong.
 */
export const AfterClosing = ({ shift, asked }: AfterClosingProps) => {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const may = useMay();
  const date = shift.business_date;
  const { data: closed } = useQuery({
    ...closedShiftQuery({ ...asked, from: date, to: date }, shift.shift_id),
    enabled: may.audit && !shift.is_open,
  });
  if (!closed) return null;
  const changes = changedSince(closed.shift, shift);
  if (changes.length === 0) return null;
  const words = { cheques_count: t('money.cheques'), revenue: t('money.revenue'), cash_balance: t('money.expected') };
  const search = { tab: 'changes', from: date, to: date, since: closed.recorded_at } as never;
  return (
    <>
      <PaperRule title={t('money.afterClosing')} />
      {changes.map(({ field, was, is }) => {
        const write = field === 'cheques_count' ? number : money;
        return <PaperRow key={field} label={words[field]} value={`${write(was)} → ${write(is)}`} />;
      })}
      <p>{t('money.afterClosingWhat')}</p>
      {may.reading('compareOlapReports') && (
        <p className={classes.noPrint}>
          <Anchor component={PageLink} to="/sales" search={search}>
            {t('sales.tab.changes')}
          </Anchor>
        </p>
      )}
    </>
  );
};
