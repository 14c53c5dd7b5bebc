import pg from 'pg'
import type { Connection } from '#infra/db/client.ts'

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

interface Plan {
  readonly Plan: Readonly<Record<string, unknown>>
}

/**
 * Counts the pages that PostgreSQL reads for some work of this process, from memory or disk: unlike time, this does not
 * depend on the machine's load. Each statement of the work is run again with `explain`, and rolled back.
 */
export async function countPages(connection: Connection, work: () => Promise<unknown>): Promise<number> {
  const statements = await record(work)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('begin')
    let pages = 0
    for (const { text, values } of statements) pages += await pagesOf(client, text, values)
    await client.query('rollback')
    return pages
  } finally {
    await client.end()
  }
}

async function record(work: () => Promise<unknown>): Promise<readonly Statement[]> {
  const found: Statement[] = []
  const prototype = pg.Client.prototype as unknown as { query(...given: unknown[]): unknown }
  const plain = prototype.query
  prototype.query = function query(...given) {
    const [first, values] = given
    const whole = typeof first === 'string' ? { text: first, values } : (first as Statement)
    found.push({ text: whole.text, values: Array.isArray(whole.values) ? whole.values : [] })
    return plain.apply(this, given)
  }
  try {
    await work()
  } finally {
    prototype.query = plain
  }
  return found.filter(({ text }) => /^\s*(?:select|with|insert|update|delete)\b/is.test(text))
}

async function pagesOf(client: pg.Client, text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly Plan[] }>(
    `explain (analyze, buffers, timing off, format json) ${text}`,
    [...values],
  )
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {}
  return ['Shared Hit Blocks', 'Shared Read Blocks'].reduce((sum, name) => sum + Number(plan[name] ?? 0), 0)
}
