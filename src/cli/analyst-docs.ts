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

const dictionary = (): string => {
  const section = (title: string, kind: AnalyticsView['kind']) =>
    [`## ${title}`, '', ...analyticsViews.filter((view) => view.kind === kind).map(describe)].join('\n');
  return [section('Facts', 'fact'), section('Dimensions', 'dimension'), functions()].join('\n');
};

const functions = (): string => {
  const rows = analyticsFunctions.map(({ signature, about }) => `| ${signature} | ${about} |`);
  return ['## Functions', '', '| function | answer |', '| --- | --- |', ...rows, '', ''].join('\n');
};

const describe = ({ name, about, columns }: AnalyticsView): string => {
  const rows = Object.entries(columns).map(([field, { type, about }]) => `| ${field} | ${type} | ${about} |`);
  return [
    `### analytics.${name}`,
    '',
    about,
    '',
    '| column | type | meaning |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
};

if (import.meta.main) writeFileSync(PAGE, withDictionary(readFileSync(PAGE, 'utf8')));
