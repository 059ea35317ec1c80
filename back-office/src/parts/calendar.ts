import 'dayjs/locale/ru';
import 'dayjs/locale/tr';
import 'dayjs/locale/uz';
import 'dayjs/locale/uz-latn';
import { type Language, language } from '../words/language.ts';

/** How the library of the calendar names our languages. Each of them writes the day first. */
const CALENDARS: Readonly<Record<Language, string>> = {
  ru: 'ru',
  uz_latn: 'uz-latn',
  uz_cyrl: 'uz',
  en: 'en',
  tr: 'tr',
};

/** The name of the page's language for calendars: without it they speak English. */
export const calendar = (): string => CALENDARS[language()];
