import { sql } from 'kysely'
import { toWire } from '#kernel/ids.ts'
import { connectProfile, signUp } from '../posts/people.ts'
import { openStage, type Stage } from '../posts/stage.ts'
import { load } from '../tools/load.ts'
import { readOptions } from '../tools/options.ts'

/**
 * Measures an edit of many scheduled posts, each on four accounts: the dry run, the edit and its undo, each alone, and how
 * long another request waits during it.
 *
 *     node bench/speed/bulk-edit.ts [--quick] [--posts 500]
 */
const { posts: count } = readOptions({ quick: false, posts: [50, 500] })
const boundMs = 2_000

await using stage = await openStage({ shared_buffers: '128MB' })
const api = await stage.run('api')
const person = await signUp(api)
const accounts = await connectProfile(person, stage.sandbox, 2)
const [first] = accounts
if (!first) throw new Error('there is an account')
const posts = await store(stage)
const changes = {
  addLabels: ['Winter'],
  shift: { days: 2 },
  replace: { find: 'lighthouse', with: 'harbour' },
}

let worst = 0
for (const round of ['first', 'second']) {
  await time(`${round} dry run`, () => person.call('POST', '/v1/posts/bulk/edit', { posts, changes, dryRun: true }))
  const edited = await time(`${round} edit`, () => person.call('POST', '/v1/posts/bulk/edit', { posts, changes }))
  const { batchId, succeeded } = edited as { batchId: string; succeeded: number }
  if (succeeded !== count) throw new Error(`only ${succeeded} posts were changed`)
  await time(`${round} undo`, () => person.call('POST', '/v1/posts/bulk/undo', { batchId }))
}
console.log(`slowest ${worst.toFixed(0)} ms for ${count} posts (wanted: at most ${boundMs})`)
if (worst > boundMs) process.exitCode = 1

const path = `/v1/labels?profileId=${first.wire.profileId}`
const other = load(api.url, 1, 3_000, () => ({ method: 'GET', path, headers: person.headers }))
await person.call('POST', '/v1/posts/bulk/edit', { posts, changes, dryRun: true })
console.log(`another request during the edit: p99 ${(await other).p99Ms.toFixed(1)} ms`)

async function time(name: string, work: () => Promise<unknown>): Promise<unknown> {
  const from = performance.now()
  const result = await work()
  const ms = performance.now() - from
  worst = Math.max(worst, ms)
  console.log(`${name.padEnd(16)} ${ms.toFixed(0)} ms, ${(ms / count).toFixed(2)} ms a post`)
  return result
}

/** Stores scheduled posts, each on all accounts. */
async function store({ db }: Stage) {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into post (id, owner_uid, author_uid, profile_id, intent, status, status_since, content, format, tags,
        scheduled_at, created_at, updated_at)
      select ph.new_id(), ${person.ownerUid}, ${person.ownerUid}, ${first?.profileId}, 'scheduled', 'scheduled',
        ph.now(), 'The lighthouse is open again, and it is number ' || no, 'post', array['Tips'],
        ph.now() + interval '2 days' + no * interval '45 minutes', ph.now(), ph.now()
      from generate_series(1, ${count}::int) no
      returning id),
    aimed as (
      insert into post_target (id, owner_uid, post_id, account_id, network, position, created_at)
      select gen_random_uuid(), ${person.ownerUid}, made.id, a.id, a.network, 0, ph.now()
      from made, account a where a.id = any(${accounts.map(({ id }) => id)}::uuid[]))
    select id from made`.execute(db)
  await sql`vacuum analyze post, post_target, label`.execute(db)
  return rows.map(({ id }) => ({ postId: toWire('post', id) }))
}
