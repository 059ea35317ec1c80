import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FIELD_NAMES } from '../words/field-names.ts';
import { type Language, language } from '../words/language.ts';
import { latinOf } from '../words/latin.ts';

type Words = typeof FIELD_NAMES;

const AT: Readonly<Record<Language, 0 | 1 | 2 | 3>> = { en: 0, ru: 1, uz_latn: 2, uz_cyrl: 2, tr: 3 };

/** What a field is called in words; undefined: there are none. */
export const fieldName = (name: string, spoken: Language, words: Words): string | undefined => {
  const inWords = (known: Words[string]): string =>
    spoken === 'uz_latn' ? latinOf(known[AT[spoken]]) : known[AT[spoken]];
  const own = words[name];
  if (own) return inWords(own);
  const thing = words[name.replace(/_ids?$/, '')];
  return thing && `${inWords(thing)} №`;
};

/**
 * Where a value stands, in words: `/items/0/price` is "Lines 1 · Price". A path with a field that has no words stays as it is, so that
 * nobody reads half of it.
 */
export const pathName = (path: string, spoken: Language, words: Words): string => {
  const said: string[] = [];
  for (const step of path.split('/').slice(1)) {
    const name = /^\d+$/.test(step) ? undefined : fieldName(step, spoken, words);
    if (name !== undefined) said.push(name);
    else if (/^\d+$/.test(step) && said.length > 0) said.push(`${said.pop()} ${Number(step) + 1}`);
    else return path;
  }
  return said.length === 0 ? path : said.join(' · ');
};

/** A file of its own: only pages that tell of events load it. */
const wordsQuery = queryOptions({
  queryKey: ['field-names'],
  queryFn: async () => (await import('../words/field-names.ts')).FIELD_NAMES,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The names of fields and paths in words; those without words are shown as they are. */
export const useFieldNames = () => {
  // Draws anew when the language changes.
  useTranslation();
  const words = useQuery(wordsQuery).data ?? {};
  const spoken = language();
  return {
    nameOf: (name: string): string => fieldName(name, spoken, words) ?? name,
    pathOf: (path: string): string => pathName(path, spoken, words),
  };
};
