import { sql } from 'kysely'
import { connectProfile, signUp } from '../posts/people.ts'
import { openStage, type Stage } from '../posts/stage.ts'
import { load } from '../tools/load.ts'
import { readOptions } from '../tools/options.ts'

/**
 * Measures the lists of an inbox with 100,000 conversations of one brand on ten accounts: each filter alone and several
 * together, searches for common and for rare words, a page deep in the list, and the counts. A second brand has as
 * many.
 *
 *     node bench/speed/inbox.ts [--quick] [--stored 100000]
 */
const { quick, stored } = readOptions({ quick: false, stored: [10_000, 100_000] })
const secondsEach = quick ? 1 : 4
/** One reader, because an answer is measured and not a queue. */
const connections = 1
const boundMs = 60
const deepPages = 20

await using stage = await openStage({ shared_buffers: '128MB' })
const api = await stage.run('api')
const person = await signUp(api)
const accounts = await connectProfile(person, stage.sandbox, 5)
const others = await connectProfile(person, stage.sandbox, 1)
const [first] = accounts
if (!first) throw new Error('there is an account')
const { profileId } = first.wire
await store(
  stage,
  accounts.map(({ id }) => id),
)
await store(
  stage,
  others.map(({ id }) => id),
)
await sql`vacuum analyze conversation, inbox_item, inbox_sender`.execute(stage.db)

const base = `/v1/inbox/conversations?profileId=${profileId}&limit=50`
const lists: Readonly<Record<string, string>> = {
  'no filter': '',
  open: 'state=open',
  done: 'state=done',
  snoozed: 'state=snoozed',
  'open and mine (few)': 'state=open&assignee=me',
  mine: 'assignee=me',
  'open and unassigned': 'state=open&assignee=none',
  'unanswered (few, old)': 'unanswered=true',
  'open and unanswered': 'state=open&unanswered=true',
  'one account': `accountId=${first.wire.id}&state=open`,
  quotes: 'kind=quote',
  'quotes, open and mine': 'kind=quote&state=open&assignee=me',
  'a common word': 'q=lighthouse',
  'a word of one in a hundred': 'q=ferry42',
  'a rare word': 'q=octopus',
  'a word that no one said': 'q=zeppelin',
  'two words': 'q=octopus%20lighthouse',
  'a handle': 'q=visitor-777',
  'a rare word, open': 'q=octopus&state=open',
  'a common word, mine': 'q=lighthouse&assignee=me&state=open',
}

let worst = 0
for (const [name, filter] of Object.entries(lists)) await measure(name, `${base}&${filter}`)
await measure(`page ${deepPages} of open`, `${base}&state=open&cursor=${encodeURIComponent(await deepCursor())}`)
await measure('counts', `/v1/inbox/counts?profileId=${profileId}`)
console.log(`slowest p99 ${worst.toFixed(1)} ms (wanted: at most ${boundMs})`)
if (worst > boundMs) process.exitCode = 1

async function measure(name: string, path: string): Promise<void> {
  const { conversations } = await person.call<{ conversations?: readonly unknown[] }>('GET', path)
  const next = () => ({ method: 'GET' as const, path, headers: person.headers })
  await load(api.url, connections, 500, next)
  const { p50Ms, p99Ms, requestsPerSecond } = await load(api.url, connections, secondsEach * 1_000, next)
  worst = Math.max(worst, p99Ms)
  console.log(
    `${name.padEnd(30)} ${String(conversations?.length ?? '').padStart(3)}  p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${requestsPerSecond.toFixed(0)}/s`,
  )
}

async function deepCursor(): Promise<string> {
  let cursor = ''
  for (let page = 0; page < deepPages; page += 1) {
    const at = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    cursor = (await person.call<{ nextCursor: string }>('GET', `${base}&state=open${at}`)).nextCursor
  }
  return cursor
}

/**
 * Stores conversations with one to four items, over a year: a third is open, and one in fifty snoozed. Few are mine,
 * unanswered or quotes, and these are old, so that a list has to find them.
 */
async function store({ db }: Stage, accountIds: readonly string[]): Promise<void> {
  await sql`insert into inbox_sender (id, account_id, remote_id, handle, name)
    select gen_random_uuid(), a.id, 'visitor-' || no, 'visitor-' || no || '.example.social', 'Visitor ' || no
    from unnest(${[...accountIds]}::uuid[]) a(id), generate_series(1, 2_000) no`.execute(db)
  await sql`
    with numbered as (select no, (${[...accountIds]}::uuid[])[1 + no % ${accountIds.length}::int] as account_id,
        ph.now() - (${stored}::int - no) * interval '5 minutes' as at
      from generate_series(1, ${stored}::int) no),
    made as (
      insert into conversation (id, profile_id, account_id, network, kind, root_id, state, snoozed_until, assignee_uid,
        last_in_at, unanswered_since, created_at, updated_at)
      select uuidv7(at - ph.now()), a.profile_id, a.id, a.network,
        case when no < 2_000 and no % 100 = 0 then 'quote' when no % 5 = 0 then 'mention' else 'comment' end, 'c' || no,
        case when no % 3 = 0 then 'open' when no % 50 = 1 then 'snoozed' else 'done' end,
        case when no % 3 <> 0 and no % 50 = 1 then ph.now() + interval '1 day' end,
        case when no < 3_000 and no % 60 = 0 then ${person.ownerUid}::uuid end,
        at, case when no < 1_000 and no % 10 = 0 then at end, at, at
      from numbered join account a on a.id = account_id returning id, account_id, root_id, last_in_at)
    insert into inbox_item (id, conversation_id, account_id, remote_id, direction, sender_id, text, files, said_at, seen_at)
    select gen_random_uuid(), made.id, made.account_id, made.root_id || '-' || nth, case nth when 2 then 'out' else 'in' end,
      s.id, 'Is the lighthouse open on Sunday, and does ferry' || no % 100 || ' run? I asked before, number ' || no
        || case when no % 10_000 = 77 then ' octopus' else '' end, '[]', last_in_at + nth * interval '1 second', last_in_at
    from made cross join lateral (select substr(root_id, 2)::int as no) numbered
    cross join lateral generate_series(1, 1 + no % 4) nth
    join inbox_sender s on s.account_id = made.account_id and s.remote_id = 'visitor-' || 1 + no % 2_000`.execute(db)
}
