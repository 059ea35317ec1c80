import { useTranslation } from 'react-i18next';
import { useChoices } from './choices.ts';
import { type Entry, FIELDS, type FieldName, LISTS, type ListName } from './lists.ts';

/** What an entry is beside its name, in words. */
export const useTerms = (list: ListName): ((entry: Entry) => string) => {
  const { t } = useTranslation();
  const names: readonly FieldName[] = LISTS[list].fields;
  const choices = useChoices(list);
  const wordsOf = (name: FieldName, value: unknown): string | false => {
    const { kind, words } = FIELDS[name];
    const labelOf = (chosen: unknown) => choices[name]?.find((choice) => choice.value === chosen)?.label ?? '';
    if (kind === 'flag') return value === true && t(words);
    if (kind === 'choice') return labelOf(value);
    if (kind === 'place' || kind === 'picture') return false;
    if (kind === 'count') return value !== null && t('setUp.seatsOf', { count: value as number });
    if (kind !== 'many') return String(value);
    const chosen = value as unknown[];
    return chosen.length === choices[name]?.length ? t('integrations.everyPoint') : chosen.map(labelOf).join(', ');
  };
  return (entry) =>
    names
      .filter((name) => name !== 'name')
      .map((name) => wordsOf(name, entry[name]))
      .filter(Boolean)
      .join(' · ');
};
