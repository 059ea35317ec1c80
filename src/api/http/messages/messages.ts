import type { RefusalParams } from '../../../domain/refusal.ts';
import { en, type MessageKey } from './en.ts';
import type { Language } from './languages.ts';
import { ru } from './ru.ts';
import { anyStatusName } from './status-names.ts';
import { tr } from './tr.ts';
import { uzCyrl } from './uz-cyrl.ts';
import { uzLatn } from './uz-latn.ts';

export type MessageParams = RefusalParams;

export const CATALOGUE: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = {
  ru,
  uz_latn: uzLatn,
  uz_cyrl: uzCyrl,
  en,
  tr,
};

/** Codes of statuses are shown as the names that people know. */
const STATUS_PLACEHOLDERS: ReadonlySet<string> = new Set(['from', 'to', 'status']);

/**
 * The human text of a code, with its placeholders filled. If the text has no placeholder for the field, the field is
 * added: a caller must learn which one is meant. A code without a text is shown as it is.
 */
export const messageOf = (language: Language, code: string, params: MessageParams = {}): string => {
  const texts: Readonly<Record<string, string>> = CATALOGUE[language];
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
  if (text === undefined) return code;
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = [params[name] ?? ''].flat().join(', ');
    return STATUS_PLACEHOLDERS.has(name) ? anyStatusName(language, value) : value;
  });
  return params.field === undefined || text.includes('{field}') ? filled : `${filled} (${params.field})`;
};
