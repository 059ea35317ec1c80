import type pg from 'pg';

const SCHEMAS = `('log', 'app')`;

/** Each row is one statement. They come in an order in which Postgres would take them, tables and functions by name. */
const STATEMENTS = `
  select format('create sequence %I.%I start with %s;', schemaname, sequencename, start_value) as statement,
    0 as part, schemaname::text as schema, sequencename::text as name, '' as detail
  from pg_sequences
  where schemaname in ${SCHEMAS} and not exists (
    select from pg_depend
    where objid = format('%I.%I', schemaname, sequencename)::regclass and deptype = 'i'
  )
  union all
  select format(E'create %stable %I.%I (\\n%s\\n)%s;',
      case relpersistence when 'u' then 'unlogged ' else '' end, n.nspname, relname,
      (select string_agg('  ' || line, E',\\n' order by place, line) from (
        select attnum::int as place, format('%I %s%s%s%s%s', attname, format_type(atttypid, atttypmod),
          case when attnotnull then ' not null' else '' end,
          case attidentity when 'a' then ' generated always as identity' else '' end,
          ' default ' || pg_get_expr(adbin, adrelid),
          case when attstorage <> typstorage then ' storage ' || case attstorage when 'e' then 'external' else attstorage::text end
            else '' end
          || case when attstattarget is not null then ' statistics ' || attstattarget else '' end) as line
        from pg_attribute a join pg_type t on t.oid = atttypid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = c.oid and attnum > 0 and not attisdropped
        union all
        select 10000, format('constraint %I %s', conname, pg_get_constraintdef(oid))
        from pg_constraint where conrelid = c.oid and contype <> 'n'
      ) lines),
      ' with (' || array_to_string(reloptions, ', ') || ')'), 1, n.nspname, relname, ''
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind = 'r' and nspname in ${SCHEMAS}
  union all
  select pg_get_indexdef(i.indexrelid) || ';', 2, n.nspname, t.relname, c.relname
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  join pg_namespace n on n.oid = t.relnamespace
  where nspname in ${SCHEMAS} and not exists (select from pg_constraint where conindid = i.indexrelid)
  union all
  select pg_get_triggerdef(g.oid) || ';'
    || case tgenabled when 'A' then format(E'\\nalter table %s enable always trigger %I;', tgrelid::regclass, tgname) else '' end,
    3, n.nspname, t.relname, tgname
  from pg_trigger g join pg_class t on t.oid = tgrelid join pg_namespace n on n.oid = relnamespace
  where nspname in ${SCHEMAS} and not tgisinternal
  union all
  select format(E'create view %I.%I as\\n%s', schemaname, viewname, definition), 4, schemaname, viewname, ''
  from pg_views where schemaname in ${SCHEMAS}
  union all
  select format('create function %I.%I(%s) returns %s language %s; -- functions/%s.%s.sql',
      nspname, proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), lanname, nspname, proname),
    5, nspname, proname, pg_get_function_identity_arguments(p.oid)
  from pg_proc p join pg_namespace n on n.oid = pronamespace join pg_language l on l.oid = prolang
  where nspname in ${SCHEMAS}
  order by part, schema, name, detail`;

/** The log and the tables of the app, as SQL for readers: what the catalogues of Postgres say of them, in a fixed order. */
export const describeSchema = async (db: Pick<pg.Pool, 'query'>): Promise<string> => {
  const { rows } = await db.query<{ statement: string }>(STATEMENTS);
  return rows.map(({ statement }) => `${statement}\n`).join('\n');
};
