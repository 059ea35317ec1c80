import type { ColumnName } from '../../../projections/reports/olap/kinds.ts';
import type { AnswerColumn } from '../../../projections/reports/olap/report-sql.ts';
import type { Language } from '../../http/messages/languages.ts';
import { OLAP_TEXTS } from '../../http/messages/olap/texts.ts';
import { isOrderType, orderTypeName } from '../../http/messages/status-names.ts';

/** A column's title. A column of ids beside one of names says that it is the id. */
export const titleOf = ({ of, is, name }: AnswerColumn, language: Language): string => {
  const { columns, id } = OLAP_TEXTS[language];
  // Columns are made of groupings and measures, and no others.
  const [title] = columns[of as ColumnName];
  return is === 'key' && name !== of ? `${title} (${id})` : title;
};

export const viewColumn = (column: AnswerColumn, language: Language) => {
  const { name, type, role } = column;
  return { name, title: titleOf(column, language), type, role };
};

/** The name of an entity that no list of the brand has; null if there is none. */
export const textNameOf = (grouping: string, id: string, language: Language): string | null => {
  const texts = OLAP_TEXTS[language];
  const number = Number(id);
  if (grouping === 'order_type') return isOrderType(number) ? orderTypeName(number, language) : null;
  if (grouping === 'payment_category') return texts.paymentCategories[number] ?? null;
  // Aggregators have numbers only.
  return id === '0' ? texts.ownSource : null;
};
