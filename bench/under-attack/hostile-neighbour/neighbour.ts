import { setTimeout as sleep } from 'node:timers/promises'
import type { Connected } from '../../posts/people.ts'
import type { Publisher } from '../../posts/publisher.ts'

/** Observations of a neighbor with an ordinary workload. */
export interface Noticed {
  readonly latenciesMs: readonly number[]
  readonly latenciesByKind: Readonly<Record<Kind, readonly number[]>>
  readonly statuses: Readonly<Record<string, number>>
  /** The IDs of the posts that were due. */
  readonly posts: readonly string[]
}

type Kind = 'read' | 'write' | 'upload'

export interface Neighbour {
  readonly url: string
  readonly publisher: Publisher
  /** Keys of one person. Each may send the full rate of requests that a key allows. */
  readonly keys: readonly string[]
  readonly accounts: readonly Connected[]
  readonly picture: Buffer
}

const perSecond = 20
/** Time between the creation of a post and its due time. */
const aheadMs = 3_000

/**
 * Reads, writes and uploads at a steady pace, however long the responses take. Response times count from the moment for
 * which a request was planned, so a blocked server is also charged for the requests that wait for it.
 */
export async function work(neighbour: Neighbour, forMs: number): Promise<Noticed> {
  const latenciesByKind: Record<Kind, number[]> = { read: [], write: [], upload: [] }
  const statuses: Record<string, number> = {}
  const posts: string[] = []
  const open: Promise<void>[] = []
  const startedAt = performance.now()
  for (let nth = 0; (nth * 1_000) / perSecond < forMs; nth += 1) {
    const wantedAt = startedAt + (nth * 1_000) / perSecond
    await sleep(Math.max(0, wantedAt - performance.now()))
    const one = request(neighbour, nth).then(
      ({ kind, status, postId }) => {
        latenciesByKind[kind].push(performance.now() - wantedAt)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (postId) posts.push(postId)
      },
      () => {
        statuses[0] = (statuses[0] ?? 0) + 1
      },
    )
    open.push(one)
  }
  await Promise.all(open)
  return { latenciesMs: Object.values(latenciesByKind).flat(), latenciesByKind, statuses, posts }
}

interface Answered {
  readonly kind: Kind
  readonly status: number
  readonly postId?: string
}

/** Counts the posts of all rounds, so that no text is used twice. */
let written = 0

async function request(neighbour: Neighbour, nth: number): Promise<Answered> {
  const { url, keys, accounts, picture } = neighbour
  const account = accounts[nth % accounts.length]
  if (!account) throw new Error('the neighbor has no account')
  const { profileId, id: accountId } = account.wire
  const headers = { authorization: `Bearer ${keys[nth % keys.length]}` }
  if (nth % 20 === 7) {
    const form = new FormData()
    form.set('profileId', profileId)
    // Each is a different file, since a known file is not examined again.
    const file = new Blob([new Uint8Array(picture), `${Math.random()}`], { type: 'image/jpeg' })
    form.set('file', file, 'harbour.jpg')
    return read('upload', await fetch(`${url}/v1/media/upload`, { method: 'POST', headers, body: form }))
  }
  if (nth % 10 === 3) {
    const body = JSON.stringify({
      profileId,
      content: `The lighthouse is open, ${written++} #harbour`,
      platforms: [{ platform: account.network, accountId }],
      scheduledAt: new Date(Date.now() + aheadMs).toISOString(),
    })
    const asJson = { ...headers, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/v1/posts`, { method: 'POST', headers: asJson, body })
    const { id } = (await answer.json()) as { id?: string }
    return { kind: 'write', status: answer.status, ...(answer.ok && id ? { postId: id } : {}) }
  }
  return read(
    'read',
    await fetch(`${url}${nth % 2 === 0 ? `/v1/profiles/${profileId}` : '/v1/posts?limit=20'}`, { headers }),
  )
}

async function read(kind: Kind, answer: Response): Promise<Answered> {
  await answer.bytes()
  return { kind, status: answer.status }
}
