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

/** Notes on attendance shifts and on money, and reasons of pay, are personal data of the employee. */
const notesArePersonal: Pick<ChangeOnPurpose, 'why' | 'event'> = {
  why: 'notes about an employee are personal data, and stand there',
  event: (event) => {
    if (event.schema_version !== 1) return event;
    const { employee_id, note, reason, before, ...rest } = event.data;
    const { party } = event.data as { readonly party?: { readonly kind: string; readonly id: number } | null };
    const { note: note_before, ...earlier } = (before ?? {}) as { readonly note?: unknown };
    const data = {
      SalaryAccrued: { ...rest, employee_id, personal: { employee_id, note } },
      BonusGiven: { ...rest, employee_id, personal: { employee_id, reason } },
      FineImposed: { ...rest, employee_id, personal: { employee_id, reason } },
      SalaryPaid: { ...rest, employee_id, personal: { employee_id, note } },
      MoneyMoved: { ...rest, personal: { employee_id: party?.kind === 'employee' ? party.id : null, note } },
      ShiftAdded: { ...rest, employee_id, personal: { employee_id, note } },
      ShiftCorrected: { ...rest, employee_id, before: earlier, personal: { employee_id, note, note_before } },
      ShiftRemoved: { ...rest, employee_id, before: earlier, personal: { employee_id, note_before } },
    }[event.type];
    return data ? { ...event, schema_version: 2, data } : event;
  },
};

/** Why the venue took something of a cheque back is personal data of its guest. */
const reasonsArePersonal: Pick<ChangeOnPurpose, 'why' | 'event'> = {
  why: 'what the venue says of a cheque may be about its guest, and stands there',
  event: (event) => {
    const version = { ItemRemoved: 3, ChequeReopened: 3, PaymentFailed: 2 }[event.type];
    if (version === undefined || event.schema_version === version) return event;
    const { reason, personal = { client_id: null }, ...data } = event.data;
    return { ...event, schema_version: version, data: { ...data, personal: { ...(personal as object), reason } } };
  },
};

export const changesOnPurpose: readonly ChangeOnPurpose[] = [
  {
    dump: '0.2',
    why: 'descriptions say what goods are in returns, and which category a removed item has',
    descriptions: {
      'Category of the product when the cheque was closed':
        'Category of the product when the cheque was closed; of a removed item, when it was ordered',
      'Amount of the lines before discount':
        'Amount of the lines before discount; of returns, what had been paid for the goods',
    },
  },
  { dump: '0.2', ...notesArePersonal },
  { dump: '0.2', ...reasonsArePersonal },
  {
    dump: '0.2',
    why: 'what events say of a guest stands in a column of its own, so that it can be forgotten; a brand says how long it keeps clients',
    readModels: ['order_events.event: has other values', 'reservations.reservation: has other values'],
    event: (event) =>
      event.type === 'BrandCreated'
        ? { ...event, schema_version: 3, data: { ...event.data, retention_days: 0 } }
        : event,
  },
  {
    dump: '0.2',
    why: 'the name and login of an employee are personal data, and stand there',
    event: (event) => {
      const { data } = event;
      if (event.type === 'ShiftOpened') {
        const { cashier_id: employee_id, cashier_login: login, cashier_name: name } = data;
        const { cashier_login: _, cashier_name: __, ...rest } = data;
        return { ...event, schema_version: 2, data: { ...rest, personal: { employee_id, login, name } } };
      }
      if (!/^Employee(Hired|DetailsChanged)$/.test(event.type)) return event;
      const { login, name, ...rest } = data;
      return {
        ...event,
        schema_version: 2,
        data: { ...rest, personal: { employee_id: data.employee_id, login, name } },
      };
    },
  },
];

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
