/** Something at the point has changed: what to read anew. */
export interface Hint {
  readonly position: number;
  readonly type: string;
  readonly entity: string;
  readonly entity_id: string | number | null;
}

export interface FeedListener {
  /** Up to which log position the page has read already; null: it has read nothing. Asked for when a feed first begins. */
  readonly readUpTo: () => Promise<number | null>;
  readonly onHint: (hint: Hint) => void;
  /** Whether the server is there. Lost since: milliseconds. */
  readonly onState: (state: FeedState) => void;
  /** The feed began anew, so something may have been missed. */
  readonly onGap: () => void;
  /** The server does not let this person have it any more. */
  readonly onRefused: () => void;
}

export type FeedState = { readonly isLost: false } | { readonly isLost: true; readonly since: number };

type Told =
  | { readonly hint: Hint }
  | { readonly state: FeedState }
  | { readonly hasGap: true }
  /** A tab that has just opened asks, by a name of its own, how the feed stands. */
  | { readonly asks: string }
  | { readonly answers: string; readonly state: FeedState; readonly upTo: number };

/**
 * The live feed of a point. A browser opens six connections to a server at most, so all tabs share one: the first one
 * opens it and tells the others, and when it closes another one takes its place.
 * @returns what ends it
 */
export const openFeed = (pointId: string, listener: FeedListener): (() => void) => {
  const name = `tillstream.feed.${pointId}`;
  const over = new AbortController();
  const channel = new BroadcastChannel(name);
  let leads = false;
  let state: FeedState = { isLost: false };
  /** Up to where the tab that leads has told the others. */
  let upTo = 0;
  const self = `${Math.random()}`;

  const hear = (told: Told): void => {
    if ('hint' in told) {
      upTo = Math.max(upTo, told.hint.position);
      listener.onHint(told.hint);
    } else if ('hasGap' in told) listener.onGap();
    else if ('asks' in told) {
      if (leads) channel.postMessage({ answers: told.asks, state, upTo });
    } else if ('answers' in told) void begin(told);
    else listener.onState(told.state);
  };
  /** What the others were told between this tab's first reading and its question was told without it. */
  const begin = async (told: Extract<Told, { answers: string }>): Promise<void> => {
    if (told.answers !== self) return;
    listener.onState(told.state);
    const read = await listener.readUpTo();
    if (read !== null && read < told.upTo && !over.signal.aborted) listener.onGap();
  };
  const tell = (told: Told): void => {
    if (over.signal.aborted) return;
    channel.postMessage(told);
    hear(told);
  };
  channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
  channel.postMessage({ asks: self });

  const lead = (): Promise<void> => {
    leads = true;
    const setState = (next: FeedState): void => {
      if (next.isLost === state.isLost) return;
      state = next;
      tell({ state });
    };
    const close = follow(pointId, {
      readUpTo: listener.readUpTo,
      onHint: (hint) => tell({ hint }),
      onState: setState,
      onGap: () => tell({ hasGap: true }),
      onRefused: listener.onRefused,
    });
    return new Promise((resolve) => {
      over.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  };

  // Pages of plain http have no locks, but on this machine. There each tab has a feed of its own.
  if (navigator.locks) navigator.locks.request(name, { signal: over.signal }, lead).catch(() => {});
  else void lead();

  return () => {
    over.abort();
    channel.close();
  };
};

/** How long to wait before a feed that did not open is asked for again. */
const AGAIN_MS = 2_000;
/** A connection that carries nothing may be dead without a word: after so long the server is asked whether it is there. */
const SILENCE_MS = 20_000;
const ANSWER_MS = 5_000;

/** One connection. The browser comes back by itself, with the last position, after it was cut. */
const follow = (pointId: string, listener: FeedListener): (() => void) => {
  const over = new AbortController();
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;
  /** Else what happens between the first reading and the first connection would be missed. */
  let start = '';
  let lostAt: number | undefined;

  const lose = (): void => {
    lostAt ??= Date.now();
    listener.onState({ isLost: true, since: lostAt });
  };
  const openAnew = (): void => {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(`/venue/v1/points/${pointId}/stream${wasOpen ? '' : start}`);
    source.onopen = () => {
      if (wasOpen && lostAt !== undefined) listener.onGap();
      wasOpen = true;
      lostAt = undefined;
      listener.onState({ isLost: false });
      listen();
    };
    source.onerror = () => {
      lose();
      // Refused, or not there: the browser would not come back by itself.
      if (source?.readyState !== EventSource.CLOSED) return;
      listener.onRefused();
      clearTimeout(timer);
      timer = setTimeout(openAnew, AGAIN_MS);
    };
    source.onmessage = ({ data }: MessageEvent<string>) => {
      listen();
      listener.onHint(JSON.parse(data) as Hint);
    };
  };
  const listen = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), SILENCE_MS);
  };
  const ask = async (): Promise<void> => {
    const answer = await fetch('/health/live', { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
    if (over.signal.aborted) return;
    if (answer?.ok) {
      listen();
      return;
    }
    lose();
    openAnew();
  };
  const offline = (): void => {
    lose();
    clearTimeout(timer);
    source?.close();
  };
  addEventListener('offline', offline, over);
  addEventListener('online', openAnew, over);
  const begin = async (): Promise<void> => {
    const position = await listener.readUpTo();
    if (position !== null) start = `?after=${position}`;
    if (!over.signal.aborted) openAnew();
  };
  void begin();
  return () => {
    over.abort();
    clearTimeout(timer);
    source?.close();
  };
};
