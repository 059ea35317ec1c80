import { useTranslation } from 'react-i18next';
import { usePoint } from '../points.ts';
import { language } from '../words/language.ts';
import { type Formats, formatsOf } from './formats-of.ts';

/** Prices, times and numbers as the venue writes them: its currency and clock, the person's language. */
export const useFormats = () => {
  // Draws anew when the language changes.
  useTranslation();
  const { currency = 'UZS', currency_exponent: exponent = 2, timezone } = usePoint();
  const name = [language(), currency, exponent, timezone].join(' ');
  const known = made.get(name) ?? formatsOf(language(), { currency, exponent, timezone });
  made.set(name, known);
  return known;
};

/** To make them costs a millisecond, and every card asks for them. */
const made = new Map<string, Formats>();

export type { Formats };
