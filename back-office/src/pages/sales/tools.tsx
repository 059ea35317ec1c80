import { Button, Select } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconDownload, IconPrinter } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { venue, wordsOf } from '../../api.ts';
import { download } from '../../parts/download.ts';
import { useFormats } from '../../parts/formats.ts';
import { COMPARISONS, type Comparison } from '../../parts/periods.ts';
import { say } from '../../parts/say.ts';
import { usePoints } from '../../points.ts';
import { Adjust } from './adjust.tsx';
import type { Sales } from './asked.ts';
import { Filters } from './filters.tsx';
import { PRESET_NAMES, type PresetName } from './presets.ts';
import { bodyOf } from './question.ts';
import classes from './sales.module.css';
import { Views } from './views.tsx';

const REPORT_MS = 90_000;

/** What is counted, beside what, and what to do with it. */
export const Tools = ({ sales }: { readonly sales: Sales }) => {
  const { t } = useTranslation();
  const { separator } = useFormats();
  const points = usePoints();
  const [isAdjusting, setAdjusting] = useState(false);
  const { search, set, pivoted, period, scope } = sales;
  const isOwn = search.rows !== undefined || search.measures !== undefined;

  /** The rows as the API writes them, in the form that spreadsheets of this language open. */
  const save = async (): Promise<void> => {
    try {
      const { data } = await venue.api.POST('/v1/reports/olap', {
        params: { query: { separator, bom: true } },
        headers: { Accept: 'text/csv' },
        body: bodyOf(pivoted, [...pivoted.rows, ...pivoted.columns], period, scope),
        parseAs: 'blob',
        signal: AbortSignal.timeout(REPORT_MS),
      } as never);
      download(`${pivoted.kind}-${period.from}-${period.to}.csv`, data as unknown as Blob);
    } catch (error) {
      say(wordsOf(error));
    }
  };
  return (
    <div className={classes.noPrint}>
      <div className={classes.tools}>
        <Select
          size="md"
          aria-label={t('sales.view')}
          data={[
            ...(isOwn ? [{ value: 'own', label: t('sales.own') }] : []),
            ...PRESET_NAMES.filter((name) => name !== 'points' || points.length > 1).map((name) => ({
              value: name as string,
              label: t(`sales.preset.${name}`),
            })),
          ]}
          value={isOwn ? 'own' : (search.view ?? 'days')}
          onChange={(value) => {
            if (value === null || value === 'own') return;
            const view = value as PresetName;
            const none = { kind: undefined, rows: undefined, columns: undefined, measures: undefined, sort: undefined };
            set({ ...none, view, only: undefined, ...(view === 'points' && { everywhere: true }) });
          }}
          allowDeselect={false}
        />
        <Select
          size="md"
          aria-label={t('sales.compare')}
          data={[
            { value: 'none', label: t('sales.vs.none') },
            ...COMPARISONS.map((value) => ({ value: value as string, label: t(`sales.vs.${value}`) })),
          ]}
          value={search.vs ?? 'none'}
          onChange={(value) => set({ vs: value === 'none' ? undefined : (value as Comparison) })}
          allowDeselect={false}
        />
        <Button
          size="md"
          variant="default"
          aria-expanded={isAdjusting}
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          onClick={() => setAdjusting(!isAdjusting)}
        >
          {t('sales.adjust')}
        </Button>
        <Views sales={sales} />
        <Button
          size="md"
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void save()}
        >
          CSV
        </Button>
        <Button
          size="md"
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('shell.print')}
        </Button>
      </div>
      {/* The table does not wait for the names of all columns. */}
      <Suspense>
        {isAdjusting && <Adjust sales={sales} />}
        <Filters sales={sales} isOpen={isAdjusting} />
      </Suspense>
    </div>
  );
};
