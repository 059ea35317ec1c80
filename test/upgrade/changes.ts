/** What a later version shows otherwise on purpose, though the events are the same. */
export interface ChangeOnPurpose {
  readonly dump: string;
  readonly why: string;
  /** Differences of read models, as the test of upgrades names them. */
  readonly readModels?: readonly string[];
  /** Makes of an event, as auditors saw it, what they see now. Others it answers as they are. */
  readonly event?: (event: AuditedEvent) => AuditedEvent;
  /** What is said of columns of reports now, by what was said of them. */
  readonly descriptions?: Readonly<Record<string, string>>;
}

interface AuditedEvent {
  readonly type: string;
  readonly schema_version: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Since 1.0: none so far. */
export const changesOnPurpose: readonly ChangeOnPurpose[] = [];

/** An answer of the version of the dump, with what later versions changed on purpose. */
export const asShownNow = (dump: string, body: unknown): unknown => {
  const changes = changesOnPurpose.filter((change) => change.dump === dump);
  if (isWithColumns(body)) {
    const now: Readonly<Record<string, string>> = Object.assign({}, ...changes.map((change) => change.descriptions));
    const columns = body.columns.map((it) => ({ ...it, description: now[it.description] ?? it.description }));
    return { ...body, columns };
  }
  if (!isWithEvents(body)) return body;
  const events = body.events.map((event) => changes.reduce((it, { event: change }) => change?.(it) ?? it, event));
  return { ...body, events };
};

const isWithEvents = (body: unknown): body is { events: readonly AuditedEvent[] } =>
  body !== null && typeof body === 'object' && 'events' in body && Array.isArray(body.events);

const isWithColumns = (body: unknown): body is { columns: readonly { readonly description: string }[] } =>
  body !== null && typeof body === 'object' && 'columns' in body && Array.isArray(body.columns);

/** Read models' differences that nobody has named; and named ones that there are not, for each would hide another one. */
export const unnamedOf = (dump: string, differences: readonly string[]): string[] => {
  const named = changesOnPurpose.flatMap((change) => (change.dump === dump ? (change.readModels ?? []) : []));
  return [
    ...differences.filter((each) => !named.includes(each)),
    ...named.filter((each) => !differences.includes(each)).map((each) => `not so any more: ${each}`),
  ];
};
