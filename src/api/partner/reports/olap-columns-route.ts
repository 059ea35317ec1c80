import { z } from 'zod';
import { COLUMNS, type ColumnName, KIND_NAMES } from '../../../projections/reports/olap/kinds.ts';
import { OLAP_TEXTS } from '../../http/messages/olap/texts.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { olapRoute } from './olap.ts';

const kind = z.enum(KIND_NAMES);

const column = z.object({
  name: z.string(),
  title: z.string(),
  type: z.string().meta({ description: 'Of the value, or of the id of what has one' }),
  can_group: z.boolean(),
  can_measure: z.boolean(),
  can_filter: z.boolean(),
  kinds: z.array(kind),
  level: z.enum(['cheque', 'line']).meta({
    description: 'A measure of cheques has no groupings and filters of lines',
  }),
  additive: z.boolean().meta({ description: 'Values of rows add up to the totals' }),
  description: z.string(),
});

/** What POST /reports/olap can be asked. See docs/reports.md. */
export const olapColumnsRoute = (): Route =>
  defineRoute({
    ...olapRoute,
    method: 'get',
    operationId: 'listOlapColumns',
    path: '/reports/olap/columns',
    summary: 'Groupings and measures of POST /reports/olap',
    query: z.object({ kind: kind.optional() }),
    responses: {
      200: z.object({ kinds: z.array(z.object({ name: kind, title: z.string() })), columns: z.array(column) }),
    },
    handler: ({ query, language }) => {
      const texts = OLAP_TEXTS[language];
      const names = query.kind ? [query.kind] : KIND_NAMES;
      const ofKinds = COLUMNS.filter(({ kinds }) => kinds.some((one) => names.includes(one)));
      const view = (name: ColumnName) => {
        const [title, description] = texts.columns[name];
        return { title, description };
      };
      return {
        body: {
          kinds: names.map((name) => ({ name, title: texts.kinds[name] })),
          columns: ofKinds.map((info) => ({ ...info, ...view(info.name) })),
        },
      };
    },
  });
