/**
 * The book as one would keep it on paper: a list of entries, looked through from end to end at every question. Slow and
 * plain on purpose; the real book must answer the same. Times are minutes from a midnight; the point's zone is UTC.
 */
export const DAY = 24 * 60;
export const SEATS: Record<number, number | null> = { 1: 4, 2: 2, 3: null };

export interface Step {
  readonly kind:
    | ('book' | 'move' | 'cancel' | 'report' | 'confirm' | 'decline' | 'seat' | 'close' | 'noShow' | 'walkIn')
    | ('reseat' | 'freeTable' | 'fireNoShow' | 'fireDecline');
  readonly id: number;
  readonly venue: boolean;
  /** 0: none. */
  readonly table: number;
  readonly keepTable: boolean;
  readonly keepTime: boolean;
  /** From now; may be in the past. */
  readonly start: number;
  readonly minutes: number;
  readonly guests: number;
  readonly paid: boolean;
  readonly settle: boolean;
  /** Minutes that pass before it. */
  readonly wait: number;
}

export interface Entry {
  status: string;
  table: number;
  from: number;
  to: number;
  guests: number;
  deposit: string | null;
  seated: number | null;
}

export interface Paper {
  now: number;
  readonly entries: Map<number, Entry>;
  /** By table, since when. */
  readonly walkIns: Map<number, number>;
}

export const LIMIT = 5;
export const NO_SHOW_AFTER = 30;
const HOLDING = ['pending', 'created', 'opened'];

const isFree = (paper: Paper, table: number, from: number, to: number, own: number): boolean => {
  const midnight = (Math.floor(paper.now / DAY) + 1) * DAY;
  for (const [id, it] of paper.entries) {
    if (id === own || it.table !== table || !HOLDING.includes(it.status)) continue;
    if (it.from < to && from < it.to) return false;
    if (it.status !== 'opened') continue;
    const until = paper.now < it.from ? Math.min(it.from, midnight) : paper.now < it.to ? from : midnight;
    if (from < until && to > it.seated!) return false;
  }
  const walkIn = paper.walkIns.get(table);
  return walkIn === undefined || from >= midnight || to <= walkIn;
};

/** Whether nobody sits there, and nobody is awaited there right now. */
const isEmpty = (paper: Paper, table: number, own: number): boolean =>
  !paper.walkIns.has(table) &&
  [...paper.entries].every(
    ([id, it]) =>
      id === own ||
      it.table !== table ||
      !HOLDING.includes(it.status) ||
      (it.status !== 'opened' && !(it.from <= paper.now && paper.now < it.to)),
  );

const isWithinLimit = (paper: Paper, from: number, guests: number, own: number): boolean => {
  const hour = Math.floor(from / 60);
  const others = [...paper.entries].filter(
    ([id, it]) => id !== own && it.status === 'created' && it.table === 0 && Math.floor(it.from / 60) === hour,
  );
  return others.reduce((sum, [, it]) => sum + it.guests, guests) <= LIMIT;
};

/** Does it on paper and answers what the book should: `done`, `nothing`, or the refusal's code. */
export const onPaper = (paper: Paper, step: Step): string => {
  const { id, table, guests, venue } = step;
  const entry = paper.entries.get(id);
  const { now } = paper;
  const to = (from: readonly string[], status: string, also: Partial<Entry> = {}): string => {
    if (!entry) return 'reservation_not_found';
    if (entry.status === status) return 'nothing';
    if (!from.includes(entry.status)) return 'reservation_status_conflict';
    Object.assign(entry, { status, ...also });
    return 'done';
  };
  switch (step.kind) {
    case 'book': {
      if (entry) return 'nothing';
      const [from, end] = [now + step.start, now + step.start + step.minutes];
      if (from < now) return 'reservation_in_past';
      if (!venue && table && SEATS[table] !== null && guests > SEATS[table]!) return 'table_too_small';
      if (table && !isFree(paper, table, from, end, id)) return 'table_busy';
      const status = table || venue || isWithinLimit(paper, from, guests, id) ? 'created' : 'pending';
      const deposit = step.paid ? 'held' : null;
      paper.entries.set(id, { status, table, from, to: end, guests, deposit, seated: null });
      return 'done';
    }
    case 'move': {
      if (!entry) return 'reservation_not_found';
      if (entry.status !== 'pending' && entry.status !== 'created') return 'reservation_status_conflict';
      const goes = step.keepTable ? entry.table : table;
      const from = step.keepTime ? entry.from : now + step.start;
      const end = from + (entry.to - entry.from);
      const [isLater, hasNewTable] = [from !== entry.from, goes !== entry.table];
      if (isLater && from < now) return 'reservation_in_past';
      const isTighter = hasNewTable || guests > entry.guests;
      if (goes && !venue && isTighter && SEATS[goes] !== null && guests > SEATS[goes]!) return 'table_too_small';
      if (goes && (isLater || hasNewTable) && !isFree(paper, goes, from, end, id)) return 'table_busy';
      const asksAgain = !venue && entry.status === 'created' && !goes && (hasNewTable || isLater || isTighter);
      const status = asksAgain && !isWithinLimit(paper, from, guests, id) ? 'pending' : entry.status;
      const isSame = !isLater && !hasNewTable && guests === entry.guests;
      Object.assign(entry, { table: goes, from, to: end, guests, status });
      return isSame ? 'nothing' : 'done';
    }
    case 'cancel': {
      // The venue says what became of a deposit that is still held.
      if (venue && step.settle && entry?.deposit === 'held' && !HOLDING.includes(entry.status)) {
        entry.deposit = 'refunded';
        return 'done';
      }
      const isAwaited = entry?.status === 'pending' || entry?.status === 'created';
      if (isAwaited && entry.deposit && !venue && !step.settle) return 'deposit_status_required';
      const settled = entry?.deposit && step.settle ? { deposit: 'refunded' } : {};
      return to(['pending', 'created'], 'cancelled', settled);
    }
    case 'report':
      if (!entry) return 'reservation_not_found';
      if (HOLDING.includes(entry.status)) return 'reservation_status_conflict';
      if (entry.deposit !== 'held') return 'deposit_not_held';
      entry.deposit = 'retained';
      return 'done';
    case 'confirm':
      return to(['pending'], 'created');
    case 'decline':
      return to(['pending'], 'declined');
    case 'noShow':
      return to(['created'], 'no_show');
    case 'seat': {
      if (entry?.status === 'opened' && table && table !== entry.table) return 'reservation_status_conflict';
      if (entry?.status !== 'created') return to(['created'], 'opened');
      const at = table || entry.table;
      if (!at) return 'field_required';
      if (!isEmpty(paper, at, id)) return 'table_busy';
      if (at !== entry.table && !isFree(paper, at, entry.from, entry.to, id)) return 'table_busy';
      return to(['created'], 'opened', { table: at, seated: now, deposit: entry.deposit && 'applied' });
    }
    case 'reseat': {
      if (!entry) return 'reservation_not_found';
      if (entry.status === 'closed') return 'nothing';
      if (entry.status !== 'opened') return 'reservation_status_conflict';
      const goes = table || 1;
      if (goes === entry.table) return 'nothing';
      if (!isEmpty(paper, goes, id)) return 'table_busy';
      if (!isFree(paper, goes, entry.from, entry.to, id)) return 'table_busy';
      entry.table = goes;
      return 'done';
    }
    case 'close':
      // A deleted cheque uses no deposit.
      return to(['opened'], 'closed', entry?.deposit && step.settle ? { deposit: 'held' } : {});
    case 'walkIn':
      if (!isEmpty(paper, table || 1, -1)) return 'table_busy';
      paper.walkIns.set(table || 1, now);
      return 'done';
    case 'freeTable': {
      const isOpened = [...paper.entries.values()].some((it) => it.status === 'opened' && it.table === (table || 1));
      if (isOpened) return 'table_has_open_cheque';
      return paper.walkIns.delete(table || 1) ? 'done' : 'nothing';
    }
    case 'fireNoShow':
      return entry?.status === 'created' && now >= entry.from + NO_SHOW_AFTER ? to(['created'], 'no_show') : 'nothing';
    case 'fireDecline':
      return entry?.status === 'pending' && now >= entry.from ? to(['pending'], 'declined') : 'nothing';
  }
};
