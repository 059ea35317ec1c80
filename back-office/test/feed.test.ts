import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Hint, openFeed } from '../src/live/feed.ts';

/** The connections that were opened, the last one last. */
const sources: FakeSource[] = [];

class FakeSource {
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  constructor() {
    sources.push(this);
  }
  close(): void {}
}

let page: EventTarget;
const ends: (() => void)[] = [];

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  sources.length = 0;
  vi.unstubAllGlobals();
});

/** A tab that has read the point up to a position. */
const openTab = (pointId: string, readUpTo: number) => {
  const listener = {
    readUpTo: async () => readUpTo,
    onHint: vi.fn<(hint: Hint) => void>(),
    onState: vi.fn(),
    onGap: vi.fn(),
    onRefused: vi.fn(),
  };
  ends.push(openFeed(pointId, listener));
  return listener;
};

const opened = async (count: number): Promise<FakeSource> => {
  await vi.waitFor(() => expect(sources).toHaveLength(count));
  sources.at(-1)!.onopen!();
  return sources.at(-1)!;
};

const hint = (position: number): Hint => ({ position, type: 'OrderPlaced', entity: 'order', entity_id: 1 });

test('all tabs read anew when the feed that they share has missed something', async () => {
  const leader = openTab('a', 10);
  await opened(1);
  const other = openTab('a', 10);
  await vi.waitFor(() => expect(other.onState).toHaveBeenCalled());
  page.dispatchEvent(new Event('offline'));
  page.dispatchEvent(new Event('online'));
  await opened(2);
  await vi.waitFor(() => expect(other.onGap).toHaveBeenCalledOnce());
  expect(leader.onGap).toHaveBeenCalledOnce();
});

test('a tab that opens reads anew what the others were told since its first reading, and nothing else', async () => {
  const leader = openTab('b', 10);
  const source = await opened(1);
  source.onmessage!({ data: JSON.stringify(hint(12)) });
  expect(leader.onHint).toHaveBeenCalledWith(hint(12));
  const late = openTab('b', 11);
  await vi.waitFor(() => expect(late.onGap).toHaveBeenCalledOnce());
  const inTime = openTab('b', 12);
  await vi.waitFor(() => expect(inTime.onState).toHaveBeenCalled());
  source.onmessage!({ data: JSON.stringify(hint(13)) });
  await vi.waitFor(() => expect(inTime.onHint).toHaveBeenCalledWith(hint(13)));
  expect([leader, late, inTime].map(({ onGap }) => onGap.mock.calls.length)).toEqual([0, 1, 0]);
});
