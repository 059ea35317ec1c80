import { readFileSync, writeFileSync } from 'node:fs';
import { analyticsFunctions } from '../projections/analytics/functions.ts';
import type { AnalyticsView } from '../projections/analytics/view.ts';
import { analyticsViews } from '../projections/analytics/views.ts';

const PAGE = new URL('../../docs/analysts.md', import.meta.url);
const BETWEEN = /(<!-- dictionary -->\n).*(<!-- \/dictionary -->)/s;

/**
 * The page with the data dictionary from the views' comments. docs/analysts.md is this text; a test compares the two.
 */
export const withDictionary = (page: string): string =>
  page.replace(BETWEEN, (_, begin: string, end: string) => `${begin}${dictionary()}${end}`);

/** In at least so many views a column means the same: then it is explained once, before them. */
const COMMON = 4;

const dictionary = (): string => {
  const common = commonColumns();
  const section = (title: string, kind: AnalyticsView['kind']) => {
    const views = analyticsViews.filter((view) => view.kind === kind);
    return [`## ${title}`, '', ...views.map((view) => describe(view, common))].join('\n');
  };
  return [columnsOfMany(common), section('Facts', 'fact'), section('Dimensions', 'dimension'), functions()].join('\n');
};

type Column = AnalyticsView['columns'][string];

const explain = (name: string, { type, about }: Column): string => `**${name}** ${type}: ${about}`;

/** What the most views say of a column, if it is enough of them: by the name of the column. */
const commonColumns = (): ReadonlyMap<string, string> => {
  const views = analyticsViews.filter(({ kind }) => kind !== 'versions');
  const all = views.flatMap(({ columns }) =>
    Object.entries(columns).map(([name, column]) => [name, explain(name, column)] as const),
  );
  const texts = [...Map.groupBy(all, ([, text]) => text).values()].filter((same) => same.length >= COMMON);
  // The last one counts where a name is there twice.
  return new Map(texts.toSorted((one, other) => one.length - other.length).map(([first]) => first!));
};

const columnsOfMany = (common: ReadonlyMap<string, string>): string => {
  const lines = [...common.values()].map((text) => `- ${text}`);
  return ['## Columns of many views', '', 'What a view names after "also" means:', '', ...lines, ''].join('\n');
};

const functions = (): string => {
  const asOf = analyticsFunctions.flatMap(({ signature }) => /^analytics\.(\w+)_as_of\(/.exec(signature)?.[1] ?? []);
  const others = analyticsFunctions.filter(({ signature }) => !/_as_of\(/.test(signature));
  const names = asOf.map((name) => `\`${name}\``).join(', ');
  return [
    '## Functions',
    '',
    '`analytics.<view>_as_of(log_position bigint)` answers what a view held when the log ended at this position. These views have',
    `it: ${names}.`,
    '',
    ...others.map(({ signature, about }) => `\`${signature}\`: ${about}`),
    '',
    '',
  ].join('\n');
};

/** The same as the local time before it. */
const isInstant = (name: string, columns: AnalyticsView['columns']): boolean =>
  name.endsWith('_utc') && name.slice(0, -'_utc'.length) in columns;

const describe = ({ name, about, columns }: AnalyticsView, common: ReadonlyMap<string, string>): string => {
  const all = Object.entries(columns).filter(([field]) => !isInstant(field, columns));
  const isCommon = ([field, column]: readonly [string, Column]) => common.get(field) === explain(field, column);
  const own = all.filter((entry) => !isCommon(entry)).map(([field, column]) => explain(field, column));
  const shared = all.filter(isCommon).map(([field]) => field);
  const also = shared.length === 0 ? [] : [`Also ${shared.join(', ')}.`];
  return [`### analytics.${name}`, '', about, '', [...own, ...also].join(' '), ''].join('\n');
};

if (import.meta.main) writeFileSync(PAGE, withDictionary(readFileSync(PAGE, 'utf8')));
