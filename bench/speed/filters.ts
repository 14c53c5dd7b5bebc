import { sql } from 'kysely'
import { toWire } from '#kernel/ids.ts'
import { connectProfile, signUp } from '../posts/people.ts'
import { openStage, type Stage } from '../posts/stage.ts'
import { load } from '../tools/load.ts'
import { readOptions } from '../tools/options.ts'

/**
 * Measures the lists of one brand with 10,000 posts and 40 labels: each filter of the web app alone, several together,
 * and the counts of the labels and states. The last label is rare, so its list searches all posts. A third of the posts
 * had an approval, and ten of them wait for one.
 *
 *     node bench/speed/filters.ts [--quick] [--stored 10000]
 */
const { quick, stored } = readOptions({ quick: false, stored: [1_000, 10_000] })
const secondsEach = quick ? 1 : 5
/** One reader, because an answer is measured and not a queue. */
const connections = 1
const boundMs = 60
const labelCount = 40

await using stage = await openStage({ shared_buffers: '128MB' })
const api = await stage.run('api')
const person = await signUp(api)
const accounts = await connectProfile(person, stage.sandbox, 1)
const [first] = accounts
if (!first) throw new Error('there is an account')
const { profileId } = first.wire
for (let no = 0; no < labelCount; no += 1)
  await person.call('POST', '/v1/labels', { profileId, name: `Label ${no}`, color: 'blue' })
await store(stage, stored)

const lists: Readonly<Record<string, string>> = {
  'no filter': '',
  'a common label': 'label=label%200',
  'a rare label': `label=Label%20${labelCount - 1}`,
  'a name that no label has': 'label=nothing',
  'label, state and account': `label=Label%201&status=scheduled&accountId=${first.wire.id}`,
  'label and author': `label=Label%202&authorUid=${toWire('usr', person.ownerUid)}`,
  'label and words': 'label=Label%203&q=number%2042',
  'format and files': 'format=reel&hasMedia=true',
  'waiting for approval': 'approval=waiting',
}
const routes: readonly (readonly [string, (filter: string) => string])[] = [
  ['posts', (filter) => `/v1/posts?profileId=${profileId}&limit=50&sort=date&${filter}`],
  ['queue', (filter) => `/v1/posts?profileId=${profileId}&limit=100&sort=scheduled&${filter}`],
  ['calendar', (filter) => `/v1/posts/summaries?profileId=${profileId}&sort=scheduledAt&${monthOf()}&${filter}`],
]

let worst = 0
for (const [route, pathOf] of routes)
  for (const [name, filter] of Object.entries(lists))
    if (route === 'posts' || !filter.includes('status=')) await measure(`${route}, ${name}`, pathOf(filter))
await measure('counts of labels', `/v1/labels/uses?profileId=${profileId}`)
await measure('counts of states', `/v1/posts/stats?profileId=${profileId}`)
await measure('labels', `/v1/labels?profileId=${profileId}&archived=false,true&limit=200`)
console.log(`slowest p99 ${worst.toFixed(1)} ms (wanted: at most ${boundMs})`)
if (worst > boundMs) process.exitCode = 1

async function measure(name: string, path: string): Promise<void> {
  const next = () => ({ method: 'GET' as const, path, headers: person.headers })
  await load(api.url, connections, 500, next)
  const { p50Ms, p99Ms, requestsPerSecond } = await load(api.url, connections, secondsEach * 1_000, next)
  worst = Math.max(worst, p99Ms)
  console.log(
    `${name.padEnd(38)} p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${requestsPerSecond.toFixed(0)}/s`,
  )
}

/** The month that the calendar shows, in which a tenth of the scheduled posts are. */
function monthOf(): string {
  const from = Date.now() + 2 * 86_400_000
  return `from=${new Date(from).toISOString()}&to=${new Date(from + 31 * 86_400_000).toISOString()}`
}

/** Stores drafts and scheduled posts, each with up to two labels; the last label has ten posts. */
async function store({ db }: Stage, count: number): Promise<void> {
  const accountIds = accounts.map(({ id }) => id)
  await sql`
    with made as (
      insert into post (id, owner_uid, author_uid, profile_id, intent, status, status_since, content, format, media,
        tags, scheduled_at, created_at, updated_at)
      select uuidv7(-(interval '1 year' * (${count} - no) / ${count})), ${person.ownerUid}, ${person.ownerUid},
        ${first?.profileId}, w, w, ph.now(), 'The lighthouse is open again, and it is number ' || no,
        case when no % 9 = 0 then 'reel' else 'post' end, '[]',
        case when no % (${count} / 10) = 0 then array['Label ' || ${labelCount - 1}::int]
          else array['Label ' || no % 7, 'Label ' || (7 + no % ${labelCount - 8})] end,
        case when w = 'scheduled' then ph.now() + interval '2 days' + no * interval '45 minutes' end, ph.now(), ph.now()
      from generate_series(0, ${count - 1}::int) no, lateral (
        select case when no % 2 = 0 then 'scheduled' else 'draft' end as w) as which
      returning id)
    insert into post_target (id, owner_uid, post_id, account_id, network, position, created_at)
    select gen_random_uuid(), ${person.ownerUid}, made.id, a.id, a.network, 0, ph.now()
    from made, account a where a.id = any(${accountIds}::uuid[])`.execute(db)
  await sql`update profile set required_approvals = 1 where id = ${first?.profileId}`.execute(db)
  await sql`
    insert into post_approval_request (post_id, owner_uid, requested_by, requested_at)
    select id, owner_uid, owner_uid, ph.now() - interval '1 day' from post where substr(content, -1) in ('0', '3', '6')`.execute(
    db,
  )
  await sql`
    insert into post_approval (post_id, owner_uid, uid, decision, digests, decided_at)
    select post_id, owner_uid, owner_uid, 'approved', '{}', ph.now() from post_approval_request
    order by post_id offset 10`.execute(db)
  await sql`vacuum analyze post, post_target, label, post_approval, post_approval_request`.execute(db)
}
