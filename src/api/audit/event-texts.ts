import { createTurns } from '../../concurrency/turns.ts';
import type { EventFilter, RecordedEvent } from '../../event-store/event-store.ts';
import type { EventSearch } from '../../projections/event-index/search.ts';
import { viewAuditEvent } from './event-view.ts';
import type { ExportLines } from './log/export-lines.ts';
import type { HistoryPages } from './read-history.ts';

/** The first page tells how large these events are. */
const FIRST = 20;
const MOST = 500;
/** Characters of a page, as far as one can tell before it is read. It is written at once, so others wait for it. */
const PAGE = 256 * 1024;

/** What is searched for. */
export interface Asked {
  readonly search: EventSearch;
  /** The position behind which the search begins. */
  readonly after: number;
  readonly limit: number;
  readonly filter: EventFilter;
}

/** Writes some events. */
type Write = (events: readonly RecordedEvent[]) => string | Promise<string>;

/** Events in log order, written page by page: a long history, or one of large events, is never held whole. */
async function* pagesOf(
  { search, after, limit, filter }: Asked,
  write: Write,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let position = after;
  let size = FIRST;
  for (let left = limit; left > 0; ) {
    signal.throwIfAborted();
    const wanted = Math.min(left, size);
    const events = await search.readAll(position, wanted, filter, signal);
    if (events.length === 0) return;
    const text = await write(events);
    yield text;
    if (events.length < wanted) return;
    left -= events.length;
    position = events.at(-1)!.position;
    const fitting = Math.ceil((PAGE * events.length) / Math.max(1, text.length));
    size = Math.min(fitting, 2 * size, MOST);
  }
}

/** The events as the parts of one JSON answer: `events`, `has_more`, `next_after`. */
export async function* jsonTexts(asked: Asked, signal: AbortSignal): AsyncGenerator<string> {
  let left = asked.limit;
  let last: number | null = null;
  let hasMore = false;
  let before = '{"events":[';
  const write: Write = (events) => {
    const page = events.slice(0, left);
    hasMore = events.length > left;
    left -= page.length;
    last = page.at(-1)?.position ?? last;
    const text = page.map((event) => JSON.stringify(viewAuditEvent(event))).join(',');
    if (text === '') return '';
    const begun = before + text;
    before = ',';
    return begun;
  };
  // One event more tells whether there are more.
  yield* pagesOf({ ...asked, limit: asked.limit + 1 }, write, signal);
  const end = `],"has_more":${hasMore},"next_after":${hasMore ? last : null}}`;
  yield before === ',' ? end : before + end;
}

/** A history as the parts of one JSON answer: `events`. Others have their turns while a page is written. */
export async function* historyTexts(pages: HistoryPages, shown: (event: RecordedEvent) => RecordedEvent) {
  let text = '{"events":[';
  let separator = '';
  const turns = createTurns();
  for await (const page of pages) {
    for (const event of page) {
      text += separator + JSON.stringify(viewAuditEvent(shown(event)));
      separator = ',';
      if (text.length >= PAGE) {
        yield text;
        text = '';
      }
      if (turns.isOver) await turns.next();
    }
  }
  yield `${text}]}`;
}

/** The events as lines that can be verified offline, with their proof as the last one. */
export async function* lineTexts(asked: Asked, lines: ExportLines, signal: AbortSignal): AsyncGenerator<string> {
  yield* pagesOf(asked, lines.of, signal);
  yield await lines.proof(signal);
}
