import { Group, Loader, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../api.ts';
import { useFormats } from '../../parts/formats.ts';
import { daysIn, periodOf } from '../../parts/periods.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { abcXyzQuery } from '../../reading/reports.ts';
import type { Sales } from './asked.ts';
import classes from './sales.module.css';
import { Unanswered } from './unanswered.tsx';

type Report = Answer<'getAbcXyzReport'>;
type Class = keyof Report['matrix'];

const BY = ['net_amount', 'gross_profit', 'quantity'] as const;
/** Whole weeks are counted, and four of them are the fewest: 34 days always have four. */
const FEWEST_DAYS = 34;

/** How much each product brings (A, B, C), and how steadily it sells (X, Y, Z). */
export const Abc = ({ sales }: { readonly sales: Sales }) => {
  const { t } = useTranslation();
  const { day, number, percents, money } = useFormats();
  const { search, set, today, period, scope, point } = sales;
  const by = search.by ?? 'net_amount';
  const days = daysIn(period) < FEWEST_DAYS ? periodOf('last90', today) : period;
  const { data, error } = useQuery({
    ...abcXyzQuery(point.id, {
      date_from: days.from,
      date_to: days.to,
      abc_by: by,
      ...(scope.points && { point_id: scope.points }),
      ...(scope.asOf !== undefined && { as_of: scope.asOf }),
    }),
    placeholderData: (before) => before,
  });
  const shown = data?.products.filter(({ class: of }) => search.class === undefined || of === search.class) ?? [];
  return (
    <Stack className={classes.panel}>
      <Group gap="sm">
        <SegmentedControl
          size="md"
          aria-label={t('abc.by')}
          value={by}
          onChange={(value) => set({ by: value as typeof by })}
          data={BY.map((value) => ({ value, label: t(`abc.${value}`) }))}
        />
        {data && (
          <Text c="dimmed">
            {t('abc.weeks', {
              from: day(`${data.date_from} 00:00:00`),
              to: day(`${data.date_to} 00:00:00`),
              count: data.buckets_count,
            })}
          </Text>
        )}
      </Group>
      {error && <Unanswered words={wordsOf(error)} />}
      {!data && !error && <Loader mx="auto" />}
      {data && <Matrix matrix={data.matrix} chosen={search.class} onChoose={(next) => set({ class: next })} />}
      {data && (
        <WideTable
          label={t('abc.products')}
          heads={[
            t('abc.class'),
            t('abc.product'),
            { figure: t('abc.net_amount') },
            { figure: t('abc.share') },
            { figure: t('abc.quantity') },
            { figure: t('abc.average') },
            { figure: t('abc.variation') },
          ]}
        >
          {shown.map((product) => (
            <tr key={product.product_id}>
              <td>
                <b>{product.class}</b>
              </td>
              <td>{product.product_name}</td>
              <td data-figure>{money(product.net_amount)}</td>
              <td data-figure>{percents(product.share_percent)}</td>
              <td data-figure>{number(product.quantity)}</td>
              <td data-figure>{number(product.avg_quantity)}</td>
              <td data-figure>{product.cv_percent === null ? '–' : percents(product.cv_percent)}</td>
            </tr>
          ))}
        </WideTable>
      )}
      {data && shown.length === 0 && <Text c="dimmed">{t('sales.empty')}</Text>}
    </Stack>
  );
};

interface MatrixProps {
  readonly matrix: Report['matrix'];
  readonly chosen: string | undefined;
  readonly onChoose: (next: string | undefined) => void;
}

/** How many products each of the nine classes has. A class shows its own alone. */
const Matrix = ({ matrix, chosen, onChoose }: MatrixProps) => {
  const { t } = useTranslation();
  return (
    <div className={classes.matrix} role="group" aria-label={t('abc.matrix')}>
      {(['A', 'B', 'C'] as const).flatMap((abc) =>
        (['X', 'Y', 'Z'] as const).map((xyz) => {
          const name = `${abc}${xyz}` as Class;
          return (
            <button
              key={name}
              type="button"
              aria-pressed={chosen === name}
              data-class={abc}
              onClick={() => onChoose(chosen === name ? undefined : name)}
            >
              <b>{name}</b>
              <span>{t('abc.count', { count: matrix[name] ?? 0 })}</span>
              <small>{t(`abc.says.${name}`)}</small>
            </button>
          );
        }),
      )}
    </div>
  );
};
