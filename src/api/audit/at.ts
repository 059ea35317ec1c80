import { invalid } from '../../domain/refusal.ts';
import { isOwn, type RecordedEvent } from '../../event-store/event-store.ts';
import { isPosition } from '../../event-store/position-text.ts';
import { momentOf, type Moment as StreamMoment } from '../../projections/as-of/moment.ts';
import { queryInstant } from '../http/query.ts';

/** What `?at=` asks for. */
export interface Moment extends StreamMoment {
  /**
   * A stream's events before the first one that is later than the moment: a state that really existed. Tills send some
   * events late, out of the order of time, and later events build on them: if only those were left out, the others
   * would fold into a state that never existed. Events of other programs in the stream are left out.
   */
  upTo(stream: readonly RecordedEvent[]): readonly RecordedEvent[];
}

/** An ISO 8601 instant, a log position, or nothing for now. Throws field_not_moment. */
export const parseAt = (at: string | undefined, field = 'at'): Moment => {
  const { bound, includes } = momentOf(parse(at, field));
  const upTo = (stream: readonly RecordedEvent[]): readonly RecordedEvent[] => {
    const own = stream.filter(isOwn);
    const end = own.findIndex((event) => !includes(event));
    return end < 0 ? own : own.slice(0, end);
  };
  return { bound, includes, upTo };
};

const parse = (at: string | undefined, field: string): Moment['bound'] => {
  if (at === undefined) return null;
  if (isPosition(at)) return { position: Number(at) };
  const parsed = queryInstant().safeParse(at);
  if (!parsed.success) throw invalid('field_not_moment', { field });
  return { instant: Date.parse(parsed.data) };
};
