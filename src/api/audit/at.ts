import { invalid } from '../../domain/refusal.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { queryInstant } from '../http/query.ts';

/**
 * Which events `?at=` takes in: with an ISO 8601 instant what had happened by then, with a log position what was recorded
 * by then, with nothing all. Throws field_not_timestamp.
 */
export const parseAt = (at: string | undefined): ((event: RecordedEvent) => boolean) => {
  if (at === undefined) return () => true;
  if (/^\d{1,15}$/.test(at)) return (event) => event.position <= Number(at);
  const parsed = queryInstant().safeParse(at);
  if (!parsed.success) throw invalid('field_not_timestamp', { field: 'at' });
  const until = Date.parse(parsed.data);
  return (event) => Date.parse(event.metadata.occurred_at) <= until;
};
