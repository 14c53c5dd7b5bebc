import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { toWire } from '#kernel/ids.ts'
import { waitsOf } from '#modules/publishing/index.ts'
import type { Network } from '../../posts/publisher.ts'
import type { Entry } from '../../posts/sandbox.ts'
import { readText, type Subject } from './subject.ts'

export const harms = [
  'twice',
  'comment twice',
  'lost',
  'false failure',
  'failed permanently',
  'false cancel',
  'published after an acknowledged cancellation',
  'lost edit',
  'undue unknown',
  'stuck',
  'event not delivered',
  'post made twice',
] as const
type Harm = (typeof harms)[number]

export interface Verdict {
  readonly found: Readonly<Record<Harm, number>>
  readonly examples: readonly string[]
  readonly outcomes: ReadonlyMap<string, number>
  readonly publications: number
}

/** Networks that cannot be queried: TikTok can show that photos are published, but never that they are not. */
const cannotBeAsked: ReadonlySet<string> = new Set(['tiktok'])
/** A call in flight when the API responded may still take effect: an attempt may last 20 s. */
const landingMs = 25_000

interface Row {
  readonly postId: string
  readonly publicationId: string | null
  readonly network: Network
  readonly status: string | null
  readonly errorCode: string | null
}

interface Evidence {
  readonly run: string
  readonly subjects: readonly Subject[]
  readonly ledger: readonly Entry[]
  /** The IDs of events that the receiver accepted. */
  readonly received: ReadonlySet<string>
}

export async function judge(db: Db, { run, subjects, ledger, received }: Evidence): Promise<Verdict> {
  const found = Object.fromEntries(harms.map((name) => [name, 0])) as Record<Harm, number>
  const examples: string[] = []
  const outcomes = new Map<string, number>()
  const find = (harm: Harm, about: string): void => {
    found[harm] += 1
    if (found[harm] <= 5) examples.push(`${harm}: ${about}`)
  }
  const there = Map.groupBy(
    ledger.filter(({ kind }) => kind === 'post' || kind === 'reply').flatMap((entry) => seenOf(run, entry)),
    ({ no, network }) => `${no} ${network}`,
  )
  const rows = new Map((await rowsOf(db)).map((row) => [`${toWire('post', row.postId)} ${row.network}`, row]))
  const waits = await waitsOf(
    db,
    [...rows.values()].flatMap(({ publicationId }) => publicationId ?? []),
  )
  for (const subject of subjects)
    for (const { network } of subject.targets) {
      const row = rows.get(`${subject.id} ${network}`)
      const seen = there.get(`${subject.no} ${network}`) ?? []
      const about = `post ${subject.no} (${subject.id}) on ${network}: ${row?.status} ${row?.errorCode ?? ''} ${waits.get(row?.publicationId ?? '')?.reason ?? ''}`
      outcomes.set(row?.status ?? 'pending', (outcomes.get(row?.status ?? 'pending') ?? 0) + 1)
      judgeOne({
        subject,
        network,
        status: endOf(row),
        seen,
        find: (harm, more = '') => find(harm, `${about} ${more}`),
      })
    }
  for (const id of await unheard(db, received)) find('event not delivered', id)
  for (const text of await madeTwice(db, run)) find('post made twice', text)
  return { found, examples, outcomes, publications: rows.size }
}

interface Seen {
  readonly no: number
  readonly network: Network
  readonly version: number | null
  readonly at: number
}

const seenOf = (run: string, { network, text, at }: Entry): Seen[] => {
  const read = readText(run, text)
  return read ? [{ ...read, network, at: Date.parse(at) }] : []
}

interface Case {
  readonly subject: Subject
  readonly network: Network
  readonly status: string | null
  readonly seen: readonly Seen[]
  find(harm: Harm, more?: string): void
}

function judgeOne(one: Case): void {
  const { subject, network, seen, find } = one
  const posts = seen.filter(({ version }) => version !== null)
  const [first] = posts
  if (posts.length > 1) find('twice', `at ${posts.map(({ at }) => new Date(at).toISOString())}`)
  if (seen.length - posts.length > 1) find('comment twice')
  if (first && !subject.versions.includes(first.version ?? -1))
    find('lost edit', `v${first.version} was published, v${subject.versions} was acknowledged`)
  for (const { network: reportedNetwork, at } of subject.saidFailed)
    if (reportedNetwork === network && first && first.at < at) find('false failure', `seen ${at - first.at} ms before`)
  const { withdrawnAt } = subject
  for (const { at } of posts)
    if (withdrawnAt !== null && at > withdrawnAt + landingMs)
      find('published after an acknowledged cancellation', `${at - withdrawnAt} ms after`)
  judgeEnd(one, first !== undefined)
}

/** Checks that the final status is true. */
function judgeEnd({ subject, network, status, find }: Case, isThere: boolean): void {
  const isWithdrawn = subject.withdrawnAt !== null
  switch (status) {
    case 'published':
      if (!isThere) find('lost', 'it is not there')
      break
    case 'failed':
      if (isThere) find('false failure', 'it is there')
      else if (!isWithdrawn) find('failed permanently')
      break
    case 'unknown':
      if (!cannotBeAsked.has(network)) find('undue unknown')
      break
    case 'cancelled':
    case null:
      if (isThere) find('false cancel', 'it is there')
      else if (!isWithdrawn) find('lost', 'it was not withdrawn')
      break
    case 'waits for room':
      // The account has reached the network's daily limit, and the post says so.
      if (isThere) find('twice', 'it is there and waits')
      break
    default:
      find('stuck')
  }
}

const endOf = (row: Row | undefined): string | null =>
  row?.status === 'held' && row.errorCode === 'quota_reached' ? 'waits for room' : (row?.status ?? null)

const rowsOf = async (db: Db): Promise<readonly Row[]> =>
  (
    await sql<Row>`select t.post_id, t.publication_id, t.network, p.status, p.error_code
      from post_target t left join publication p on p.id = t.publication_id`.execute(db)
  ).rows

async function unheard(db: Db, received: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await sql<{ id: string; type: string }>`
    select e.id, e.type from event e join webhook_delivery d on d.event_id = e.id`.execute(db)
  return rows.filter(({ id }) => !received.has(toWire('evt', id))).map(({ id, type }) => `${type} ${id}`)
}

async function madeTwice(db: Db, run: string): Promise<string[]> {
  const { rows } = await sql<{ mark: string }>`
    select substring(content from ${`chaos ${run} \\d+ `}) as mark from post
    where content like ${`chaos ${run} %`} group by 1 having count(*) > 1`.execute(db)
  return rows.map(({ mark }) => mark)
}
