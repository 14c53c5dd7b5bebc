import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#infra/db/embedded/index.ts'
import { newId } from '#kernel/ids.ts'
import { median } from '../tools/processes.ts'

/**
 * Measures what row level security would cost a read of one row: the plain select, scoped by its own `where`, against
 * the same select under a policy, which needs a transaction that first names the caller. Both run in turn, on one table
 * of one database.
 */
const rounds = 5
const secondsEach = 2
const connections = 8
const rowCount = 20_000

const folder = await mkdtemp(join(tmpdir(), 'posthorn-bench-'))
const embedded = await startEmbedded({ dataDir: folder, say: () => {} })
try {
  await measure()
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const owners = Array.from({ length: 100 }, () => newId<'usr'>(new Date()))
  const rows = Array.from({ length: rowCount }, (_, nth) => ({
    id: newId<'prof'>(new Date()),
    owner: owners[nth % owners.length] ?? '',
  }))
  const setUp = new pg.Client(embedded.connection)
  await setUp.connect()
  await setUp.query(`
    create table guarded (id uuid primary key, owner_uid uuid not null, name text not null);
    create role tenant login;
    grant select on guarded to tenant;
    alter table guarded enable row level security;
    create policy own on guarded using (owner_uid = current_setting('ph.caller')::uuid);`)
  await setUp.query(
    `insert into guarded select id, owner, 'name' from unnest($1::uuid[], $2::uuid[]) as x(id, owner)`,
    [rows.map((row) => row.id), rows.map((row) => row.owner)],
  )
  await setUp.query('analyze guarded')
  await setUp.end()

  let turn = 0
  const next = () => rows[turn++ % rows.length] as { id: string; owner: string }
  const plain = async (client: pg.Client): Promise<void> => {
    const { id, owner } = next()
    await client.query('select * from guarded where id = $1 and owner_uid = $2', [id, owner])
  }
  const guarded = async (client: pg.Client): Promise<void> => {
    const { id, owner } = next()
    await client.query('begin')
    await client.query(`select set_config('ph.caller', $1, true)`, [owner])
    const { rowCount } = await client.query('select * from guarded where id = $1', [id])
    await client.query('commit')
    if (rowCount !== 1) throw new Error('the policy hides what it should show')
  }

  const ratios: number[] = []
  const rates: [number, number][] = []
  for (let round = 0; round < rounds; round++) {
    const without = await rate(embedded.connection.user, plain)
    const under = await rate('tenant', guarded)
    rates.push([without, under])
    ratios.push(under / without)
  }
  console.log(`plain       ${median(rates.map(([without]) => without)).toFixed(0)} reads/s`)
  console.log(`under RLS   ${median(rates.map(([, under]) => under)).toFixed(0)} reads/s`)
  console.log(
    `ratio       ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}; wanted for a second wall: over 0.90)`,
  )
}

async function rate(user: string, read: (client: pg.Client) => Promise<void>): Promise<number> {
  const clients = Array.from({ length: connections }, () => new pg.Client({ ...embedded.connection, user }))
  await Promise.all(clients.map((client) => client.connect()))
  let done = 0
  const startedAt = performance.now()
  const one = async (client: pg.Client): Promise<void> => {
    while (performance.now() - startedAt < secondsEach * 1_000) {
      await read(client)
      done += 1
    }
  }
  await Promise.all(clients.map(one))
  const seconds = (performance.now() - startedAt) / 1_000
  await Promise.all(clients.map((client) => client.end()))
  return done / seconds
}
