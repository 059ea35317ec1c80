import { isDeepStrictEqual } from 'node:util';
import { type EventCatalogue, upcast } from '../event-store/codec.ts';
import { isPersonId, personalNames, sealedIn, withOpened } from '../event-store/personal-form.ts';
import { type ExportLine, storedEventOf } from './export-line.ts';

/** What a line shows, held against what is stored. */
export interface ShownData {
  /** Why the stored event would be shown otherwise. */
  readonly problem?: string;
  /** The paths of what was sealed: it is shown open, and nothing in the file proves it. */
  readonly sealed: readonly string[];
}

const NOTHING: ShownData = { sealed: [] };

/**
 * Whether the data that a line shows follow from its stored part. A leaf proves the stored event alone: who changes what is
 * shown, and puts the true data under `stored`, must be found as well.
 * @param catalogue how older shapes are brought up to date, and what is sealed
 */
export const compareShown = (line: ExportLine, catalogue: EventCatalogue): ShownData => {
  const { stored } = line;
  if (stored?.data) return compareOlder(line, stored.data, catalogue);
  if (stored?.metadata?.schema_version !== undefined) return failing('data are stored in the shape that is shown');
  return stored?.personal ? compareSealed(line, stored.personal, catalogue) : NOTHING;
};

const failing = (problem: string): ShownData => ({ problem, sealed: [] });

/** Stored in an older shape: what is shown is what follows from it. */
const compareOlder = (line: ExportLine, data: ExportLine['data'], catalogue: EventCatalogue): ShownData => {
  if (line.stored?.personal) return failing('`stored` has personal data twice');
  const definition = catalogue[line.type];
  if (definition?.version !== line.schema_version) {
    return failing(`it shows version ${line.schema_version} of ${line.type}, which this program does not know`);
  }
  const sealed = sealedIn(data);
  const opened = sealed ? withOpened(data, shownContent(line)) : data;
  const current = upcastOrNot({ ...storedEventOf(line, ''), data: opened }, definition);
  if (!current) return failing('its stored data can not be brought up to date');
  const comparable = sealed ? withoutContent : asJson;
  if (!isDeepStrictEqual(comparable(current.data), comparable(line.data))) {
    return failing('it shows other data than those that are stored');
  }
  return sealed ? compareSealed(line, data.personal as ExportLine['data'], catalogue) : NOTHING;
};

/** Stored sealed: the ids of the person stay open, so they must be the same. The rest has the names of its type. */
const compareSealed = (
  { type, schema_version, data: shown }: ExportLine,
  stored: Readonly<Record<string, unknown>>,
  catalogue: EventCatalogue,
): ShownData => {
  const { subject, sealed, ...ids } = stored;
  if (typeof subject !== 'string' || typeof sealed !== 'string' || !Object.keys(ids).every(isPersonId)) {
    return failing('the personal data under `stored` are not sealed');
  }
  const personal = membersOf(shown.personal);
  const names = Object.keys(personal).filter((name) => !isPersonId(name));
  // Of an erased person every id of the schema is shown, as null where it was not stored.
  const isOther = (name: string) => isPersonId(name) && (personal[name] ?? null) !== (ids[name] ?? null);
  if ([...Object.keys(personal), ...Object.keys(ids)].some(isOther)) {
    return failing('it shows another person than is stored');
  }
  const definition = catalogue[type];
  const known = definition?.version === schema_version ? personalNames(definition.schema) : names;
  const other = names.find((name) => !known.includes(name));
  if (other !== undefined) return failing(`${type} has no personal.${other}`);
  return { sealed: names.map((name) => `data.personal.${name}`) };
};

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const shownContent = ({ data }: ExportLine): object =>
  Object.fromEntries(Object.entries(membersOf(data.personal)).filter(([name]) => !isPersonId(name)));

const withoutContent = (data: unknown): unknown => ({ ...asJson(data), personal: undefined });

/** As a line has them: without members that are undefined. */
const asJson = (data: unknown): Readonly<Record<string, unknown>> => JSON.parse(JSON.stringify(data));

const upcastOrNot = (...asked: Parameters<typeof upcast>): ReturnType<typeof upcast> | undefined => {
  try {
    return upcast(...asked);
  } catch {
    return undefined;
  }
};
