import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'

interface Part {
  name: string
  text: string
}

/**
 * Prints the migrated schema, so that a review shows what a migration does to it. Partitions are left out: they follow
 * from their tables.
 */
export async function schemaSource(db: Db): Promise<string> {
  const { rows: tables } = await sql<Part>`
    select c.relname as name,
           'create ' || case c.relpersistence when 'u' then 'unlogged ' else '' end || 'table ' || c.relname || E' (\n' ||
           (select string_agg('  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ||
                    case when a.attnotnull then ' not null' else '' end ||
                    coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), ''), E',\n' order by a.attnum)
              from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) ||
           coalesce((select string_agg(E',\n  ' || pg_get_constraintdef(k.oid), '' order by k.contype desc, k.conname)
              from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n' and k.conparentid = 0), '') || E'\n)' ||
           coalesce(' partition by ' || pg_get_partkeydef(c.oid), '') || ';' as text
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not like 'schema_migration%'
     order by c.relname`.execute(db)
  const { rows: indexes } = await sql<Part>`
    select i.indexname as name, regexp_replace(i.indexdef, '(ONLY )?public\\.', '', 'g') || ';' as text
      from pg_indexes i
     where i.schemaname = 'public' and i.tablename not like 'schema_migration%'
       and not (select c.relispartition from pg_class c where c.oid = format('%I.%I', i.schemaname, i.tablename)::regclass)
       and not exists (select from pg_constraint k where k.conname = i.indexname)
     order by i.tablename, i.indexname`.execute(db)
  const { rows: functions } = await sql<Part>`
    select p.proname as name, pg_get_functiondef(p.oid) || ';' as text
      from pg_proc p where p.pronamespace = 'ph'::regnamespace order by p.proname`.execute(db)
  const { rows: triggers } = await sql<Part>`
    select t.tgname as name, replace(pg_get_triggerdef(t.oid), 'public.', '') || ';' as text
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and t.tgparentid = 0 and c.relnamespace = 'public'::regnamespace
     order by t.tgname`.execute(db)
  const texts = [...functions, ...tables, ...indexes, ...triggers].map((part) => part.text.replace(/[ \t]+$/gm, ''))
  return `-- Generated from the migrations by \`npm run gen\`. Do not edit.\n\n${texts.join('\n\n')}\n`
}
