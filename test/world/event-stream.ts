import assert from 'node:assert/strict'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import { fromWire, newId, type ProfileId, type UserId } from '#kernel/ids.ts'
import type { Person, TestApp } from '../harness/app.ts'
import type { Client } from '../harness/client.ts'
import { patienceMs } from '../harness/patience.ts'
import { until } from '../harness/until.ts'

export const uidOf = (person: Person) => fromWire('usr', person.uid) as UserId

export async function createProfile(person: Person): Promise<ProfileId> {
  const { status, body, text } = await person.post('/v1/profiles', { name: 'shop' })
  assert.equal(status, 200, text)
  return fromWire('prof', body.id) as ProfileId
}

/** Emits an event, identified by its handle. */
export const emitEvent = (t: TestApp, tx: Tx, ownerUid: UserId, profileId: ProfileId, handle: string): Promise<void> =>
  t.deps.emit(tx, {
    type: 'account.connected',
    ownerUid,
    profileId,
    accountId: newId(t.now()),
    network: 'bluesky',
    handle,
  })

interface ReceivedFrame {
  readonly id: string | null
  readonly event: string | null
  readonly data: { readonly id?: string; readonly type?: string; readonly data?: Record<string, unknown> } | null
  readonly text: string
}

/** A listener over real HTTP. */
export interface EventStream {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The frames so far, without comments and the first frame. */
  readonly frames: readonly ReceivedFrame[]
  readonly beats: number
  /** The last `id` received. */
  readonly lastId: string | null
  /** The complete response, if it was not a stream. */
  readonly text: string
  handles(): unknown[]
  until(what: string, isThere: (stream: EventStream) => boolean): Promise<void>
  /** Resolves when the server has ended the stream or cut it off. */
  readonly ended: Promise<'ended' | 'cut off'>
  pause(): void
  close(): void
}

export async function openEventStream(
  url: string,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const sent = { accept: 'text/event-stream', authorization: `Bearer ${token}`, ...headers }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}/v1/events/stream`, { headers: sent, agent: false }, resolve).on('error', reject)
  })
  const frames: ReceivedFrame[] = []
  let text = ''
  let rest = ''
  let beats = 0
  let lastId: string | null = null
  let hear = () => {}
  const ended = new Promise<'ended' | 'cut off'>((resolve) => {
    response.on('close', () => resolve(response.complete ? 'ended' : 'cut off'))
  })
  response.on('error', () => {})
  response.on('close', () => hear())
  response.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      if (block.startsWith(':')) beats += 1
      else {
        const frame = frameOf(block)
        lastId = frame.id ?? lastId
        if (frame.event !== null) frames.push(frame)
      }
    }
    hear()
  })
  const stream: EventStream = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    frames,
    ended,
    get text() {
      return text
    },
    get beats() {
      return beats
    },
    get lastId() {
      return lastId
    },
    handles: () => frames.map(({ data }) => data?.data?.handle),
    async until(what, isThere) {
      const deadline = performance.now() + patienceMs()
      while (!isThere(stream)) {
        const leftMs = deadline - performance.now()
        // The text is joined only for a failure: reading a long text is expensive, and this runs for each chunk.
        if (leftMs <= 0 || response.closed) {
          const state = response.closed ? 'it is closed' : 'no time is left'
          assert.fail(`${what}: ${state}, ${frames.length} frames received, ending with ${text.slice(-300)}`)
        }
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, leftMs)
          hear = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    },
    pause: () => void response.pause(),
    close: () => void response.destroy(),
  }
  return stream
}

function frameOf(block: string): ReceivedFrame {
  const field = (name: string): string | null => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null
  const data = field('data')
  return { id: field('id'), event: field('event'), data: data === null ? null : JSON.parse(data), text: block }
}

/**
 * Reads the list of events once it contains everything that happened before the call. The list waits for every older
 * transaction on the server, including those of other tests' databases.
 */
export async function readEvents(t: TestApp, client: Client, query = '') {
  const { rows } = await sql<{ next: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(t.db)
  await until('no older transaction is open', async () => {
    const { rows: found } = await sql<{ isOver: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]?.next}::xid8 as is_over`.execute(t.db)
    return found[0]?.isOver
  })
  return await client.get(`/v1/events${query}`)
}
