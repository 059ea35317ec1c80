import type { IncomingHttpHeaders } from 'node:http';
import { LANGUAGES, type Language } from './languages.ts';

/** The parts of a request that may ask for a language. */
interface Asking {
  /** As it was parsed: a parameter that is given twice is a list. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Pick<IncomingHttpHeaders, 'accept-language'>;
}

/**
 * The language that a request asks for: by `?language=`, else by `Accept-Language`. Undefined if it asks for none that we
 * speak. `*` asks for any, so for none.
 */
export const askedLanguage = ({ query, headers }: Asking): Language | undefined => {
  const { language } = query;
  return (typeof language === 'string' ? languageOfTag(language) : undefined) ?? acceptedOf(headers['accept-language']);
};

/** A language as people and programs write it: `ru`, `ru-RU`, `uz_cyrl`, `uz-Cyrl-UZ`. Uzbek without an alphabet is in Latin letters. */
export const languageOfTag = (tag: string): Language | undefined => {
  const [first = '', ...more] = tag.trim().toLowerCase().split(/[-_]/, 4);
  if (first === 'uz') return more.includes('cyrl') ? 'uz_cyrl' : 'uz_latn';
  return LANGUAGES.find((language) => language === first);
};

/** A header may be long. Nobody speaks so many languages. */
const MAX_TAGS = 20;

/** The first of the best of a header's languages: `de, ru;q=0.9, en;q=0.5` -> `ru`. */
const acceptedOf = (header = ''): Language | undefined => {
  let best: Language | undefined;
  let bestQuality = 0;
  for (const part of header.split(',', MAX_TAGS)) {
    const [tag = '', ...terms] = part.split(';');
    const quality = qualityOf(terms);
    if (quality <= bestQuality) continue;
    const isAny = tag.trim() === '*';
    const language = isAny ? undefined : languageOfTag(tag);
    if (language === undefined && !isAny) continue;
    best = language;
    bestQuality = quality;
  }
  return best;
};

/** 1 unless told. What can not be read counts as 0. */
const qualityOf = (terms: readonly string[]): number => {
  const told = terms.map((term) => /^\s*q\s*=\s*(.*?)\s*$/i.exec(term)?.[1]).find((value) => value !== undefined);
  if (told === undefined) return 1;
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(told) ? Number(told) : 0;
};
