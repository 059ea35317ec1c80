import type { Language } from '../languages.ts';
import { en } from './en.ts';
import { ru } from './ru.ts';
import { tr } from './tr.ts';
import { uzCyrl } from './uz-cyrl.ts';
import { uzLatn } from './uz-latn.ts';
import type { OlapTexts } from './words.ts';

/** The words of OLAP in each language. */
export const OLAP_TEXTS: Readonly<Record<Language, OlapTexts>> = {
  ru,
  uz_latn: uzLatn,
  uz_cyrl: uzCyrl,
  en,
  tr,
};
