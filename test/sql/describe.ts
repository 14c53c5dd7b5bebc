import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#infra/db/client.ts'

/** A column of a result, as PostgreSQL describes it. */
export interface Column {
  readonly name: string
  readonly oid: number
  /** The column of a table that it is, if it is not computed. */
  readonly stored: { readonly name: string; readonly isRequired: boolean } | null
}

type Described = { readonly columns: readonly Column[] } | { readonly error: string }

interface Field {
  readonly name: string
  readonly tableID: number
  readonly columnID: number
  readonly dataTypeID: number
}

/** Has PostgreSQL parse a statement, and reads what it would return. Nothing is planned or run. */
class Description {
  readonly described: Promise<readonly Field[]>
  readonly #text: string
  #fields: readonly Field[] = []
  #settle!: { resolve(fields: readonly Field[]): void; reject(error: Error): void }

  constructor(text: string) {
    this.#text = text
    this.described = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
  }

  submit(connection: pg.Connection): void {
    connection.parse({ text: this.#text, name: '', types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#fields = fields
  }

  handleError(error: Error): void {
    this.#settle.reject(error)
  }

  handleReadyForQuery(): void {
    this.#settle.resolve(this.#fields)
  }
}

/** Describes statements against a migrated database. */
export async function describeAll(
  connection: pg.ClientConfig,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Described>> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const stored = await readStored(client)
    const described = new Map<string, Described>()
    for (const text of new Set(texts)) {
      try {
        const fields = await client.query(new Description(text) as never as pg.Submittable & Description).described
        const columns = fields.map((field) => ({
          name: camelCase(field.name),
          oid: field.dataTypeID,
          stored: stored.get(`${field.tableID}.${field.columnID}`) ?? null,
        }))
        described.set(text, { columns })
      } catch (error) {
        described.set(text, { error: error instanceof Error ? error.message : String(error) })
      }
    }
    return described
  } finally {
    await client.end()
  }
}

async function readStored(client: pg.Client): Promise<ReadonlyMap<string, NonNullable<Column['stored']>>> {
  const { rows } = await client.query<{ key: string; name: string; isRequired: boolean }>(
    `select attrelid::oid || '.' || attnum as key, attname as name, attnotnull as "isRequired"
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  return new Map(rows.map(({ key, ...column }) => [key, column]))
}

const camelCase = (name: string): string =>
  name.replaceAll(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** The forms that a value of the database has in JavaScript. */
export type Form = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'json' | 'object' | readonly [Form]

const samples: Readonly<Record<string, string>> = {
  bool: 't',
  bytea: '\\x00',
  date: '2026-01-31',
  json: '{}',
  jsonb: '{}',
  timestamp: '2026-01-31 00:00:00',
  timestamptz: '2026-01-31 00:00:00+00',
  interval: '00:00:01',
}

/** Finds the form of each type by reading a sample of it as connections do. */
export async function readForms(db: Db, parserOf: (oid: number) => (text: string) => unknown) {
  const { rows } = await sql<{ oid: number; name: string; item: string | null }>`
    select t.oid::int as oid, t.typname as name, e.typname as item
    from pg_type t left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'`.execute(db)
  return new Map(
    rows.map(({ oid, name, item }) => {
      const sample = item === null ? (samples[name] ?? '1') : `{${samples[item]?.replace('\\', '\\\\') ?? '1'}}`
      const isJson = (item ?? name).startsWith('json')
      const value = isJson ? null : parserOf(oid)(sample)
      return [oid, { name, form: isJson ? (item === null ? 'json' : (['json'] as const)) : formOf(value) }] as const
    }),
  )
}

function formOf(value: unknown): Form {
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  if (Array.isArray(value)) return [formOf(value[0])]
  const form = typeof value
  return form === 'string' || form === 'number' || form === 'boolean' ? form : 'object'
}
