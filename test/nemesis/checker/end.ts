import type { Rule } from './evidence.ts';

/** Read models hold nothing but what the log says. */
export const readModelsEqualRebuild: Rule = ({ tables }) =>
  tables
    .filter(({ equal }) => equal !== true)
    .map(({ table, reason }) => ({
      rule: 'read models equal a rebuild',
      what: `${table}: ${reason ?? 'the rebuilt one is another'}`,
    }));

/** What is in the log can be opened, and brought up to date. */
export const eventsAreReadable: Rule = ({ unreadable }) =>
  unreadable.map((what) => ({ rule: 'every event can be read', what }));

/** No app ends by itself, and every answer fits its schema. */
export const appsAreSound: Rule = ({ complaints }) =>
  complaints.map((complaint) => ({ rule: 'apps are sound', what: complaint }));
