import { useTranslation } from 'react-i18next';
import type { en } from '../words/en.ts';

type EventName = keyof typeof en.event;

/** What an event says happened, in words. A type without words of its own is shown as it is called. */
export const useEventName = () => {
  const { t, i18n } = useTranslation();
  return (type: string): string => (i18n.exists(`event.${type}`) ? t(`event.${type as EventName}`) : type);
};

/** Who did it: a person, a till's cashier, a key, or the system itself. */
export const actorName = ({ kind, id, name }: { kind: string; id: string; name: string }): string =>
  name || `${kind} ${id}`;
