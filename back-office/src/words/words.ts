import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { en } from './en.ts';
import { keepLanguage, type Language, LOCALES, language } from './language.ts';
import { latinWords } from './latin.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

/** Each language is a file of its own, which is loaded when it is chosen. Uzbek is one, in either letters. */
const FILES: Readonly<Record<Language, () => Promise<object>>> = {
  en: async () => (await import('./en.ts')).en,
  ru: async () => (await import('./ru.ts')).ru,
  uz_latn: async () => latinWords((await import('./uz-cyrl.ts')).uzCyrl),
  uz_cyrl: async () => (await import('./uz-cyrl.ts')).uzCyrl,
  tr: async () => (await import('./tr.ts')).tr,
};

const load = async (chosen: Language): Promise<void> => {
  const locale = LOCALES[chosen];
  if (!i18next.hasResourceBundle(locale, 'translation')) {
    i18next.addResourceBundle(locale, 'translation', await FILES[chosen]());
  }
  await i18next.changeLanguage(locale);
  document.documentElement.lang = locale;
};

/** Loads the words of the page's language. To be awaited before the first page is drawn. */
export const startWords = async (): Promise<void> => {
  await i18next.use(initReactI18next).init({
    lng: 'none',
    load: 'currentOnly',
    fallbackLng: false,
    resources: {},
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    returnEmptyString: false,
  });
  await load(language());
};

/** Changes the language of the page, and keeps it for the next time. */
export const speak = async (chosen: Language): Promise<void> => {
  keepLanguage(chosen);
  await load(chosen);
};
