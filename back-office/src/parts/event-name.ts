import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EventName, EventWords } from '../words/events/en.ts';
import { type Language, language } from '../words/language.ts';
import { latinWords } from '../words/latin.ts';

/** Each language is a file of its own: only pages that tell of events load one. */
const FILES: Readonly<Record<Language, () => Promise<EventWords>>> = {
  en: async () => (await import('../words/events/en.ts')).events,
  ru: async () => (await import('../words/events/ru.ts')).events,
  uz_latn: async () => latinWords((await import('../words/events/uz-cyrl.ts')).events),
  uz_cyrl: async () => (await import('../words/events/uz-cyrl.ts')).events,
  tr: async () => (await import('../words/events/tr.ts')).events,
};

const wordsQuery = (spoken: Language) =>
  queryOptions({
    queryKey: ['event-words', spoken],
    queryFn: FILES[spoken],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** What each type of event says happened, in words. Undefined until they are there. */
export const useEventWords = (): EventWords | undefined => {
  // Reads the other file when the language changes.
  useTranslation();
  return useQuery(wordsQuery(language())).data;
};

/** What an event says happened, in words. A type that a newer server has is shown as it is called. */
export const useEventName = () => {
  const words = useEventWords();
  return (type: string): string => (words ? (words[type as EventName] ?? type) : '…');
};

/** Who did it: a person, a till's cashier, a key, or the system itself. */
export const actorName = ({ kind, id, name }: { kind: string; id: string; name: string }): string =>
  name || `${kind} ${id}`;
