import type { StoredEvent } from './canonical.ts';

type Members = Readonly<Record<string, unknown>>;

/** A line of an export: an event as it is shown, and what is stored in another form. */
export interface ExportLine {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly event_id: string;
  readonly type: string;
  readonly schema_version: number;
  readonly recorded_at: string;
  readonly occurred_at: string;
  readonly actor: Members;
  readonly command_id: string;
  readonly correlation_id: string;
  readonly causation_id: string | null;
  readonly data: Members;
  readonly stored?: { readonly personal?: Members; readonly data?: Members; readonly metadata?: Members };
}

const NAMES = [
  ...['position', 'stream', 'revision', 'event_id', 'type', 'schema_version', 'recorded_at', 'occurred_at', 'actor'],
  ...['command_id', 'correlation_id', 'causation_id', 'data', 'stored'],
];
const STORED_NAMES = ['personal', 'data', 'metadata'];
/** What a leaf has beside the metadata that the line shows: any other one would hide what is shown. */
const METADATA_NAMES = ['point_id', 'schema_version'];
/** They stay open: they say who the person is, and nothing of the person. */
const IDS = /^(client_id|employee_id|account_id)$/;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined: this is none, or it has members that an event has not. */
export const exportLineOf = (value: unknown): ExportLine | undefined => {
  if (!isObject(value) || !isObject(value.data) || !isObject(value.actor)) return undefined;
  if (!Number.isSafeInteger(value.position)) return undefined;
  const { stored = {} } = value;
  if (!hasOnly(value, NAMES) || !hasOnly(stored, STORED_NAMES)) return undefined;
  const { metadata = {}, personal = {}, data = {} } = stored;
  return hasOnly(metadata, METADATA_NAMES) && isObject(personal) && isObject(data)
    ? (value as unknown as ExportLine)
    : undefined;
};

export const hasOnly = (value: unknown, names: readonly string[]): value is Members =>
  isObject(value) && Object.keys(value).every((name) => names.includes(name));

/** The stored event that a line tells of. All events of an export are of one brand. */
export const storedEventOf = (line: ExportLine, brand_id: string): StoredEvent => {
  const { position, stream, revision, event_id: id, type, recorded_at, stored = {} } = line;
  const { command_id, correlation_id, causation_id, actor, occurred_at, schema_version } = line;
  const { data = stored.personal ? { ...line.data, personal: stored.personal } : line.data } = stored;
  const own = { command_id, correlation_id, causation_id, actor, brand_id, occurred_at, schema_version };
  return { position, stream, revision, id, type, recorded_at, data, metadata: { ...own, ...stored.metadata } };
};

/** What of a line its leaf proves. */
export interface Shown {
  /** It shows otherwise than is stored. */
  readonly isOther: boolean;
  /** It is stored in the shape of an older version, which only the server can bring up to date. */
  readonly isOlder: boolean;
  /** It has personal data. They are stored sealed: the file shows them open, and cannot prove them. */
  readonly isSealed: boolean;
}

/** Whether what a line shows is what is stored, as far as one can tell without the program of the server. */
export const compareShown = ({ data, schema_version, stored = {} }: ExportLine): Shown => {
  const isOlder = stored.data !== undefined;
  const personal = isOlder ? stored.data?.personal : stored.personal;
  const version = stored.metadata?.schema_version;
  const isOlderVersion = typeof version === 'number' && version < schema_version;
  if (isOlder ? !isOlderVersion || stored.personal !== undefined : version !== undefined) {
    return { isOther: true, isOlder, isSealed: false };
  }
  if (!isObject(personal) || !('sealed' in personal)) {
    // What a line has beside the stored part is the stored part itself.
    return { isOther: stored.personal !== undefined, isOlder, isSealed: false };
  }
  const { subject, sealed, ...ids } = personal;
  const shown = isObject(data.personal) ? data.personal : {};
  const isPerson = (name: string): boolean => (shown[name] ?? null) === (ids[name] ?? null);
  const isSame =
    typeof subject === 'string' &&
    typeof sealed === 'string' &&
    Object.keys(ids).every((name) => IDS.test(name)) &&
    [...Object.keys(ids), ...Object.keys(shown).filter((name) => IDS.test(name))].every(isPerson);
  return { isOther: !isSame, isOlder, isSealed: true };
};
