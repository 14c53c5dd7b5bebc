import { sql } from 'kysely'
import type { TestApp } from '#test/harness/app.ts'
import { countPages } from '#test/years/count-pages.ts'
import type { Connected } from '../../posts/people.ts'
import type { Publisher } from '../../posts/publisher.ts'
import { quantile } from '../../posts/sandbox.ts'

/** The state of the database and of the queries after this many days. */
export interface Mark {
  readonly day: number
  readonly tables: readonly Table[]
  /** The milliseconds of each thing that is done again and again. */
  readonly times: Readonly<Record<string, readonly number[]>>
  /** The pages that each of them looks at, the mean of a few. */
  readonly pages: Readonly<Record<string, number>>
}

interface Table {
  readonly name: string
  readonly rows: number
  readonly dead: number
  readonly heapBytes: number
  readonly indexBytes: number
}

interface Past {
  readonly day: number
  /** The time of publishing one post, for each day since the last mark. */
  readonly publishedMs: readonly number[]
  /** The number of times that each thing is done to measure its time. */
  readonly rounds: number
}

const countedRounds = 5

export async function measure(t: TestApp, who: Publisher, accounts: readonly Connected[], past: Past): Promise<Mark> {
  const { profileId } = accounts[0]!.wire
  const engine = t.anotherEngine()
  const { posts } = await who.call<{ posts: { id: string }[] }>('GET', `/v1/posts?profileId=${profileId}&limit=50`)
  const repeated = {
    'claim, nothing due': () => engine.tick(),
    'list of 50 posts': () => who.call('GET', `/v1/posts?profileId=${profileId}&limit=50`),
    'one post': (no) => who.call('GET', `/v1/posts/${posts[no % posts.length]?.id}`),
    'list of events': () => who.call('GET', '/v1/events?limit=20'),
  } satisfies Record<string, (no: number) => Promise<unknown>>
  const times: Record<string, readonly number[]> = {}
  const pages: Record<string, number> = {}
  for (const [name, work] of Object.entries<(no: number) => Promise<unknown>>(repeated)) {
    times[name] = await timed(past.rounds, work)
    let sum = 0
    for (let no = 0; no < countedRounds; no++) sum += await countPages(t.connection, () => work(no))
    pages[name] = sum / countedRounds
  }
  return {
    day: past.day,
    tables: await readTables(t),
    times: { ...times, 'publish a post of the day': past.publishedMs },
    pages,
  }
}

async function timed(rounds: number, work: (no: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let no = 0; no < rounds; no++) {
    const begun = performance.now()
    await work(no)
    took.push(performance.now() - begun)
  }
  return took
}

async function readTables({ db }: TestApp): Promise<Table[]> {
  const { rows: names } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition`.execute(db)
  const found: Table[] = []
  for (const { name } of names) {
    const { rows } = await sql<Table>`
      select ${name} as name, (select count(*)::int from ${sql.table(name)}) as rows,
        sum(pg_stat_get_dead_tuples(relid))::int as dead, sum(pg_table_size(relid))::float8 as heap_bytes,
        sum(pg_indexes_size(relid))::float8 as index_bytes
      from (select relid from pg_partition_tree(${name}::regclass) where isleaf
        union select ${name}::regclass where not exists (select from pg_partition_tree(${name}::regclass))) leaf`.execute(
      db,
    )
    const [table] = rows
    if (table) found.push(table)
  }
  return found.sort((a, b) => b.heapBytes + b.indexBytes - a.heapBytes - a.indexBytes)
}

/** Prints the marks side by side, as ratios to the first. */
export function printMarks(marks: readonly Mark[]): void {
  const [first] = marks
  if (!first) return
  const heads = marks.map(({ day }) => `day ${day}`.padStart(16)).join('')
  for (const [name, part] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    console.log(`\n${`${name}, and against the first`.padEnd(34)} ${heads}`)
    for (const what of Object.keys(first.times)) {
      const of = ({ times }: Mark): number => quantile(times[what] ?? [], part)
      const cells = marks.map((mark) => `${of(mark).toFixed(1)} ms ${(of(mark) / of(first)).toFixed(2)}`.padStart(16))
      console.log(`${what.padEnd(34)} ${cells.join('')}`)
    }
  }
  console.log(`\n${'pages read, and relative to the first'.padEnd(34)} ${heads}`)
  for (const [what, pages] of Object.entries(first.pages)) {
    const of = (mark: Mark): number => mark.pages[what] ?? 0
    const cells = marks.map((mark) => `${of(mark).toFixed(1)} ${(of(mark) / pages).toFixed(2)}`.padStart(16))
    console.log(`${what.padEnd(34)} ${cells.join('')}`)
  }
  const last = marks.at(-1) ?? first
  console.log(`\n${'table: rows, dead, bytes a row (heap + index)'.padEnd(34)}`)
  for (const { name } of last.tables.slice(0, 14)) {
    const cells = marks.map(({ tables }) => {
      const one = tables.find((table) => table.name === name)
      if (!one) return '-'.padStart(30)
      const each = (bytes: number): string => (bytes / Math.max(1, one.rows)).toFixed(0)
      return `${one.rows}, ${one.dead}, ${each(one.heapBytes)} + ${each(one.indexBytes)}`.padStart(30)
    })
    console.log(`${name.padEnd(22)} ${cells.join('')}`)
  }
}
