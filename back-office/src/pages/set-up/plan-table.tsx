import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatsOf } from '../../parts/formats-of.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { language } from '../../words/language.ts';
import type { PlanItem, Shown } from './plan-words.ts';

/** So many things are shown: a page of thousands helps nobody. */
const SHOWN = 200;
/** So many lines of one thing. */
const LINES = 30;

interface PlanTableProps {
  readonly items: readonly PlanItem[];
  readonly terms: { readonly currency: string; readonly exponent: number };
}

/** What would change, thing by thing and field by field. */
export const PlanTable = ({ items, terms }: PlanTableProps) => {
  const { t, i18n } = useTranslation();
  const { money, number } = formatsOf(language(), { ...terms, timezone: undefined });
  const written = (shown: Shown): string => {
    if (shown.kind === 'none') return '–';
    if (shown.kind === 'flag') return t(shown.value ? 'sales.yes' : 'sales.no');
    if (shown.kind === 'text') return shown.value;
    return shown.kind === 'amount' ? money(shown.value) : number(shown.value);
  };
  /** A field that the pages have a word for; else as the file has it. */
  const nameOf = (field: string): string => {
    const key = `setUp.plan.field.${field}`;
    return /^[a-z_]+$/.test(field) && i18n.exists(key) ? t(key as 'setUp.plan.field.name') : field;
  };
  return (
    <>
      <WideTable
        label={t('menu.import.changes')}
        heads={[t('setUp.plan.what'), t('money.name'), t('menu.import.changes')]}
      >
        {items.slice(0, SHOWN).map(({ key, section, kind, name, lines }) => (
          <tr key={key}>
            <td>{t(`setUp.plan.section.${section as 'points'}`)}</td>
            <td>
              <b>{name}</b>
            </td>
            <td>
              <Text size="sm" c={kind === 'removed' ? 'var(--late)' : undefined} fw={600}>
                {t(`setUp.plan.kind.${kind}`)}
              </Text>
              {lines.slice(0, LINES).map(({ field, before, after }) => (
                <Text key={field} size="sm">
                  {nameOf(field)}: {written(before)} → {written(after)}
                </Text>
              ))}
              {lines.length > LINES && (
                <Text size="sm" c="dimmed">
                  {t('now.andMore', { count: lines.length - LINES })}
                </Text>
              )}
            </td>
          </tr>
        ))}
      </WideTable>
      {items.length > SHOWN && <Text c="dimmed">{t('now.andMore', { count: items.length - SHOWN })}</Text>}
    </>
  );
};
