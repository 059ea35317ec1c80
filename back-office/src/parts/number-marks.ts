import { intlLocale, type Language } from '../words/language.ts';

/** What stands between thousands, and before decimals. */
export interface NumberMarks {
  readonly group: string;
  readonly decimal: string;
}

/** What `numberMarks` keeps. */
export const marksOf = (language: Language): NumberMarks => {
  const parts = new Intl.NumberFormat(intlLocale(language)).formatToParts(1_234_567.5);
  const markOf = (type: 'group' | 'decimal'): string => parts.find((part) => part.type === type)!.value;
  return { group: markOf('group'), decimal: markOf('decimal') };
};

/** To find them costs a millisecond, and each row of a list may have a field. */
const known = new Map<Language, NumberMarks>();

/** As a language writes numbers: 1,234.5 or 1 234,5 or 1.234,5. No line breaks at its spaces. */
export const numberMarks = (language: Language): NumberMarks => {
  const marks = known.get(language) ?? marksOf(language);
  known.set(language, marks);
  return marks;
};
