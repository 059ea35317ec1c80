import { Button, MultiSelect, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { venue } from '../../api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { RateField } from '../../parts/rate-field.tsx';
import { ErrorNote } from '../../parts/refusal-note.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import type { MoneyAsked } from '../../reading/money.ts';
import type { PayrollRow } from './types.ts';

const TYPES = ['own_sales_percent', 'point_sales_percent', 'per_shift'] as const;
type Type = (typeof TYPES)[number];

interface PreviewProps {
  readonly rows: readonly PayrollRow[];
  readonly asked: MoneyAsked;
  readonly onClose: () => void;
}

/** What another motivation would have paid over the days of the page. Nothing is recorded. */
export const Preview = ({ rows, asked, onClose }: PreviewProps) => {
  const { t } = useTranslation();
  const { money, unit } = useFormats();
  const everybody = [...new Map(rows.map((row) => [row.employee_id, row.employee_name ?? `№ ${row.employee_id}`]))];
  const [type, setType] = useState<Type>('own_sales_percent');
  const [rate, setRate] = useState<number | string>(3);
  const [people, setPeople] = useState<string[]>(everybody.map(([id]) => String(id)));
  const isPercent = type !== 'per_shift';
  const asking = useMutation({
    mutationFn: () =>
      venue.previewPayroll({
        date_from: asked.from,
        date_to: asked.to,
        point_id: asked.pointId,
        motivation: {
          name: t(`money.motivations.${type}`),
          calculation_type: type,
          rate: isPercent ? Number(rate) : Math.round(Number(rate) * unit),
          scope: { point_ids: [asked.pointId] },
          employee_ids: people.map(Number),
        },
      }),
  });
  const { data, error } = asking;
  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} size="lg" title={t('money.preview')}>
      <Stack>
        <Text c="dimmed">{t('money.previewWhat')}</Text>
        <Select
          size="md"
          label={t('money.motivation')}
          data={TYPES.map((value) => ({ value, label: t(`money.motivations.${value}`) }))}
          value={type}
          onChange={(value) => value !== null && setType(value as Type)}
          allowDeselect={false}
        />
        <RateField
          isPercent={isPercent}
          label={isPercent ? '%' : t('pay.amount')}
          max={100}
          value={rate}
          onChange={setRate}
          error={undefined}
          isFirst
        />
        <MultiSelect
          size="md"
          label={t('money.forWhom')}
          data={everybody.map(([id, name]) => ({ value: String(id), label: name }))}
          value={people}
          onChange={setPeople}
          searchable
        />
        <Button
          size="md"
          loading={asking.isPending}
          disabled={people.length === 0 || rate === ''}
          onClick={() => asking.mutate()}
        >
          {t('money.previewDo')}
        </Button>
        <ErrorNote error={error} />
        {data && (
          <WideTable
            label={t('money.preview')}
            heads={[
              t('money.employee'),
              { figure: t('money.asItIs') },
              { figure: t('money.proposed') },
              { figure: t('money.difference') },
            ]}
          >
            {data.employees.map((row) => (
              <tr key={`${row.employee_id} ${row.point_id}`}>
                <td>{row.employee_name ?? `№ ${row.employee_id}`}</td>
                <td data-figure>{money(row.motivation_amount)}</td>
                <td data-figure>{money(row.proposed_amount)}</td>
                <td data-figure data-sign={Math.sign(row.difference)}>
                  {money(row.difference)}
                </td>
              </tr>
            ))}
            <tr>
              <td>
                <b>{t('sales.total')}</b>
              </td>
              <td data-figure>{money(data.totals.motivation_amount)}</td>
              <td data-figure>{money(data.totals.proposed_amount)}</td>
              <td data-figure>
                <b>{money(data.totals.difference)}</b>
              </td>
            </tr>
          </WideTable>
        )}
      </Stack>
    </Dialog>
  );
};
