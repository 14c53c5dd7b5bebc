import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { idPrefixes } from '#kernel/ids.ts'

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
  hasDefault: boolean
  references: string | null
  check: string | null
}

const plainTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  text: 'string',
  uuid: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  timestamptz: 'Date',
  date: 'string',
  bytea: 'Buffer',
  xid8: 'string',
  _text: 'string[]',
  _int4: 'number[]',
  _uuid: 'string[]',
  _timestamptz: 'Date[]',
  _int2: 'number[]',
  // `pg` returns the elements as text.
  _int8: 'string[]',
}

/** The types of JSON columns that are read as they are, by table and column. Others are checked where they are read. */
const jsonTypes: Readonly<Record<string, string>> = { 'profile.approval_steps': 'readonly ApprovalStep[]' }

const lineWidth = 120

/**
 * Prints the types of the migrated database for Kysely. A column whose comment begins with “unused” is left out: it is
 * no longer used, and a later migration drops it. A key named in `idPrefixes`, and every foreign key to it, has the
 * brand of that ID, so that a profile's ID cannot be compared with a user's ID.
 */
export async function tablesSource(db: Db): Promise<string> {
  const columns = await readColumns(db)
  const names = [...new Set(columns.map((column) => column.table))]
  const interfaces = names.map((name) => {
    const members = columns
      .filter((column) => column.table === name)
      .map((column) => `  ${camel(column.column)}: ${typeOf(column)}`)
    return `export interface ${pascal(name)}Table {\n${members.join('\n')}\n}\n`
  })
  const union = `export interface Tables {\n${names.map((name) => `  ${camel(name)}: ${pascal(name)}Table`).join('\n')}\n}\n`
  const lists = names.map((name) => {
    const list = columns.filter((column) => column.table === name).map((column) => column.column)
    const line = `  ${camel(name)}: '${list.join(' ')}',`
    return line.length <= lineWidth ? line : line.replace(': ', ':\n    ')
  })
  const known = `/** The columns of each table, for statements that are planned once: see \`allOf\`. */
export const columnNames = {\n${lists.join('\n')}\n} satisfies Record<keyof Tables, string>\n`
  const body = `${interfaces.join('\n')}\n${union}\n${known}`
  const used = ['ColumnType', 'Generated', 'JSONColumnType'].filter((name) => new RegExp(`\\b${name}<`).test(body))
  return `// Generated from the migrations by \`npm run gen\`. Do not edit.
import type { ${used.join(', ')} } from 'kysely'
import type { ApprovalStep } from '#kernel/approval-steps.ts'
import type { Id } from '#kernel/ids.ts'
import type { Json } from '#kernel/json.ts'
import type { Network } from '#rules/network-names.ts'

${body}`
}

function typeOf(column: Column): string {
  const known = words(column.check)
  const brand = brandOf(column.references)
  let type = plainTypes[column.type] ?? null
  if (column.type === 'jsonb') {
    const written = column.nullable ? ', string | null, string | null' : ''
    const json = jsonTypes[`${column.table}.${column.column}`]
    if (json) return `ColumnType<${json}, string | undefined, string>`
    return `JSONColumnType<{ [key: string]: Json }${column.nullable ? ' | null' : ''}${written}>`
  }
  if (type === null) throw new Error(`${column.table}.${column.column}: no type for ${column.type} yet; add it here`)
  if (known) type = known.map((word) => `'${word}'`).join(' | ')
  if (column.column === 'network' && column.table !== 'data_deletion') type = 'Network'
  if (column.column === 'networks') type = 'Network[]'
  if (brand && column.type === 'uuid') type = `Id<'${brand}'>`
  if (brand && column.type === '_uuid') type = `Id<'${brand}'>[]`
  if (column.nullable) type = `${type} | null`
  if (column.type === 'int8') return column.hasDefault ? `Generated<${type}>` : `ColumnType<${type}, ${type}, ${type}>`
  return column.hasDefault ? `Generated<${type}>` : type
}

/** Returns the values that a check such as `role in ('user', 'admin')` allows. */
function words(check: string | null): string[] | null {
  if (!check?.includes('= ANY')) return null
  const found = [...check.matchAll(/'([^']*)'::text/g)].map((match) => match[1] ?? '')
  return found.length > 0 ? found : null
}

function brandOf(table: string | null): string | null {
  return Object.entries(idPrefixes).find(([, named]) => named === table)?.[0] ?? null
}

async function readColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as "column", t.typname as "type", not a.attnotnull as "nullable",
           a.atthasdef or a.attidentity <> '' as "hasDefault",
           coalesce(
             (select f.confrelid::regclass::text from pg_constraint f
               where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0
                 and f.conkey[array_length(f.conkey, 1)] = a.attnum limit 1),
             case when a.attname in ('owner_uid', 'actor_uid') then 'app_user'
                  when a.attname = 'actor_key_id' then 'api_key'
                  when a.attname like '%\\_ids' then left(a.attname, -4)
                  when a.attname = 'id' then c.relname end) as "references",
           (select pg_get_constraintdef(k.oid) from pg_constraint k
             where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as "check"
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not like 'schema_migration%'
       and coalesce(col_description(c.oid, a.attnum), '') not like 'unused%'
     order by c.relname, a.attnum`.execute(db)
  return rows
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const pascal = (name: string) => camel(name).replace(/^[a-z]/, (letter) => letter.toUpperCase())
