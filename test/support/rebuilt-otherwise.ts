import { allProjections } from '../../src/projections/all-projections.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import type { TestApp } from './app.ts';

/** Where read models that are built anew from the whole log are not what the app made of it step by step: empty, if all is well. */
export const rebuiltOtherwise = async ({ tillstream, databaseUrl: url }: TestApp): Promise<readonly object[]> => {
  const { store } = tillstream;
  const names = allProjections.map(({ name }) => name);
  const reports = await rebuild({ store, url, projections: allProjections }, names);
  const different = reports.map(({ tables, ...report }) => ({
    ...report,
    tables: tables.filter(({ equal }) => !equal),
  }));
  return different.filter(({ failure, reason, tables }) => failure !== null || reason !== null || tables.length > 0);
};
