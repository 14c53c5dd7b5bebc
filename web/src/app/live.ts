import { withLock } from '#web/lib/lock.ts'
import { refreshPosts } from '#web/posts/refresh-posts.ts'
import { fetchSignedIn } from './api.ts'
import { queryClient } from './queries.ts'
import { readToken } from './session.ts'

/** An event of the service as every tab receives it. */
interface LiveEvent {
  readonly kind: string
  readonly data: { readonly postId?: string; readonly profileId?: string; readonly webhookId?: string }
}

export type LiveState = 'connecting' | 'live' | 'offline'

const channel = new BroadcastChannel('posthorn.live')
const longestPauseMs = 15_000
let reportState: (state: LiveState) => void = () => {}

/**
 * Follows the event stream, once for all tabs: the tab that holds the lock reads it and passes events on. A browser
 * opens six connections to an origin, and a stream in each tab would use them up.
 */
export function followLive(report: (state: LiveState) => void): () => void {
  const stopped = new AbortController()
  reportState = report
  channel.onmessage = ({ data }: MessageEvent<LiveEvent | LiveState>) =>
    typeof data === 'string' ? report(data) : apply(data)
  const { signal } = stopped
  withLock('posthorn.live', () => lead(signal), { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return () => stopped.abort()
}

function tellAll(message: LiveEvent | LiveState): void {
  channel.postMessage(message)
  if (typeof message === 'string') reportState(message)
  else apply(message)
}

async function lead(signal: AbortSignal): Promise<void> {
  let lastId: string | null = null
  let hasBeenOpen = false
  let pauseMs = 1_000
  while (!signal.aborted) {
    tellAll('connecting')
    try {
      const token = await readToken()
      if (token === null) throw new Error('Nobody is signed in.')
      for await (const { id, event, data } of readStream(token, lastId, signal)) {
        if (pauseMs > 0) tellAll('live')
        pauseMs = 1_000
        lastId = id ?? lastId
        if (event === 'open' && hasBeenOpen) tellAll({ kind: 'stream.reopened', data: {} })
        hasBeenOpen = true
        if (event === 'resync') await queryClient.invalidateQueries()
        else if (data) tellAll({ kind: event, data: (JSON.parse(data) as LiveEvent).data })
      }
    } catch {
      // The stream ended or never began; the page says so and tries again.
    }
    if (signal.aborted) return
    tellAll('offline')
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }
}

interface StreamItem {
  readonly id: string | null
  readonly event: string
  readonly data: string
}

/** Reads server-sent events by `fetch`, since `EventSource` cannot send a bearer token. */
async function* readStream(token: string, lastId: string | null, signal: AbortSignal): AsyncGenerator<StreamItem> {
  const headers = { authorization: `Bearer ${token}`, ...(lastId === null ? {} : { 'last-event-id': lastId }) }
  const answer = await fetchSignedIn('/v1/events/stream', { headers, signal })
  if (!answer.ok || !answer.body) throw new Error(`The stream was answered ${answer.status}.`)
  yield { id: null, event: 'open', data: '' }
  let rest = ''
  for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const item = parseBlock(block)
      if (item) yield item
    }
  }
}

function parseBlock(block: string): StreamItem | null {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const colon = line.indexOf(': ')
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2))
  }
  const event = fields.get('event')
  return event === undefined ? null : { id: fields.get('id') ?? null, event, data: fields.get('data') ?? '' }
}

/** The queries that an event makes stale, by the first parts of their keys. */
const staleAfter: Readonly<Record<string, (data: LiveEvent['data']) => readonly string[]>> = {
  'post.changed': ({ postId }) => ['stats', postId ? `post/${postId}` : 'posts'],
  'publication.step': ({ postId, profileId }) => [`post/${postId}`, `posts/${profileId}/queue`],
  'account.changed': () => ['accounts', 'posts'],
  'media.changed': () => ['media'],
  'delivery.changed': ({ webhookId }) => [`deliveries/${webhookId}`, 'webhooks'],
  'analytics.synced': () => ['analytics'],
  'alert.changed': () => ['alerts'],
  // Steps, deliveries and files are not told again after an interruption.
  'stream.reopened': () => ['post', 'posts', 'deliveries', 'media'],
}
const stale = new Set<string>()
/** The posts that an event says to have changed. They are put into the lists, which are not read again for them. */
const changedPosts = new Set<string>()

/** Collects events for a frame, so that a burst of them makes one round of reads. */
function apply({ kind, data }: LiveEvent): void {
  for (const key of staleAfter[kind]?.(data) ?? []) stale.add(key)
  if (kind === 'post.changed' && data.postId) changedPosts.add(data.postId)
  if (stale.size > 0) requestAnimationFrame(refresh)
}

function refresh(): void {
  for (const key of stale) void queryClient.invalidateQueries({ queryKey: key.split('/') })
  stale.clear()
  if (changedPosts.size > 0) void refreshPosts([...changedPosts])
  changedPosts.clear()
}
