/** The languages that people of a venue may choose, as the API names them. */
export const LANGUAGES = ['ru', 'uz_latn', 'uz_cyrl', 'en', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  ru: 'Русский',
  uz_latn: 'O‘zbekcha',
  uz_cyrl: 'Ўзбекча',
  en: 'English',
  tr: 'Türkçe',
};

/** For Intl: how numbers, dates and plurals are written. */
export const LOCALES: Readonly<Record<Language, string>> = {
  ru: 'ru-RU',
  uz_latn: 'uz-Latn-UZ',
  uz_cyrl: 'uz-Cyrl-UZ',
  en: 'en-GB',
  tr: 'tr-TR',
};

/** For numbers and dates: browsers know those of Uzbek with Cyrillic letters alone, and write English ones for the Latin ones. */
export const intlLocale = (language: Language): string => LOCALES[language === 'uz_latn' ? 'uz_cyrl' : language];

const KEPT = 'tillstream.language';

const isLanguage = (text: string | null): text is Language => LANGUAGES.some((each) => each === text);

/** What the browser asks for, if we have it. */
const ofBrowser = (): Language | undefined => {
  for (const asked of navigator.languages) {
    const { language: name, script } = new Intl.Locale(asked);
    if (name === 'uz') return script === 'Cyrl' ? 'uz_cyrl' : 'uz_latn';
    if (isLanguage(name)) return name;
  }
  return undefined;
};

let current: Language | undefined;

/** The language of the page: chosen here once, else the browser's. */
export const language = (): Language => {
  if (current === undefined) {
    const kept = localStorage.getItem(KEPT);
    current = isLanguage(kept) ? kept : (ofBrowser() ?? 'en');
  }
  return current;
};

/** Keeps the choice for the next time. */
export const keepLanguage = (chosen: Language): void => {
  current = chosen;
  localStorage.setItem(KEPT, chosen);
};

/** Whether the device says which one: by a choice that was made here, or by the browser. Else the account does. */
export const hasOwnLanguage = (): boolean => isLanguage(localStorage.getItem(KEPT)) || ofBrowser() !== undefined;
