import { normalisePhone } from '../commands/fields/phone.ts';
import { completePolygon } from '../domain/delivery/polygon.ts';
import type { Polygon } from '../domain/delivery/zone.ts';
import type { WorkingDay } from '../domain/points/events.ts';
import { completeWeek } from '../domain/points/working-hours.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Words } from './brand-file.ts';
import { type Beside, outlineOf } from './geojson.ts';
import { CODES, toldOf } from './issues.ts';
import type { Path, Report } from './read-blocks.ts';
import type { SectionName } from './sections.ts';
import type { Told } from './told.ts';

export interface Preparation {
  /** What is parsed in the place of the entry; undefined, after a report: it can not be parsed. */
  before(entry: Words, path: Path): Words | undefined;
  /** What the server makes of the parsed entry. */
  after?(words: Words, path: Path): Words | undefined;
}

interface Preparing {
  /** The groups of modifiers that products share, by their names. */
  readonly groups: ReadonlyMap<string, unknown>;
  readonly beside: Beside;
  /** ISO 3166, of phones without a country. */
  readonly country: unknown;
  readonly report: Report;
}

/** Some entries name what stands elsewhere, or are recorded in another form than they are written in. */
export const preparations = ({
  groups,
  beside,
  report,
  country,
}: Preparing): { readonly [Section in SectionName]?: Preparation } => ({
  points: {
    before: (entry) => entry,
    after: (words, path) => {
      const week = inWords(
        () => ({ ...words, working_hours: completeWeek(words.working_hours as readonly WorkingDay[]) }),
        (_, told) => {
          const isTwice = told.code === 'field_duplicate';
          const text = isTwice ? 'one day twice' : 'a day that opens and closes at the same time';
          const place = [...path, 'working_hours'];
          report(place, `${place.join('.')} has ${text}`, isTwice ? told : { code: 'no_time' });
        },
      );
      if (country === undefined || !week) return week;
      return inWords(
        () => ({ ...week, phone: normalisePhone(String(words.phone), String(country), 'phone') }),
        (text, told) => report([...path, 'phone'], `${path.join('.')}.phone ${text}`, told),
      );
    },
  },
  zones: {
    before: (entry, path) => {
      if (typeof entry.polygon !== 'string') return entry;
      const outline = outlineOf(entry.polygon, beside);
      if ('rings' in outline) return { ...entry, polygon: outline.rings };
      const told = { code: outline.isGone ? 'outline_file' : 'outline', values: { reference: entry.polygon } } as const;
      return void report([...path, 'polygon'], `${path.join('.')}.polygon: ${outline.problem}`, told);
    },
    after: (words, path) =>
      inWords(
        () => ({ ...words, polygon: completePolygon(words.polygon as Polygon) }),
        (text, told) => report([...path, 'polygon'], `${path.join('.')}.polygon ${text}`, told),
      ),
  },
  products: {
    before: (entry, path) => {
      const { modifier_groups: given } = entry;
      if (!Array.isArray(given)) return entry;
      const missing = given.findIndex((group) => typeof group === 'string' && !groups.has(group.normalize('NFC')));
      if (missing !== -1) {
        const text = `${path.join('.')}: there is no ${given[missing]} among modifier_groups`;
        const told = { code: 'no_group', values: { name: given[missing] as string } } as const;
        return void report([...path, 'modifier_groups', missing], text, told);
      }
      const written = given.map((group) => (typeof group === 'string' ? groups.get(group.normalize('NFC')) : group));
      return { ...entry, modifier_groups: written };
    },
  },
});

/** What is made, or a report of why it can not be. */
const inWords = (make: () => Words, report: (text: string, told: Told) => void): Words | undefined => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return void report(CODES[error.code] ?? 'is not right', toldOf(error.code));
  }
};
