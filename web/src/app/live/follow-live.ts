import type { Result } from '@posthorn/sdk'
import { openChannel } from '#web/lib/browser/channel.ts'
import { withLock } from '#web/lib/browser/lock.ts'
import { refreshPosts } from '#web/posts/refresh-posts.ts'
import { queryClient } from '../queries.ts'
import { type LiveState, readStream, StreamRefused } from './read-stream.ts'

const channel = openChannel<LiveEvent | LiveState>('posthorn.live')
const firstPauseMs = 1_000
const longestPauseMs = 15_000
/** A broken stream usually recovers within a second. No notice is shown before this time. */
const noticeAfterMs = 5_000
let reportState: (state: LiveState) => void = () => {}

/**
 * Follows the event stream, once for all tabs: the tab that holds the lock reads it and passes events on. A browser
 * opens at most six connections to an origin, and a stream in each tab would use them up.
 */
export function followLive(report: (state: LiveState) => void): () => void {
  const stopped = new AbortController()
  reportState = report
  channel.listen((data) => (typeof data === 'string' ? report(data) : apply(data)))
  const { signal } = stopped
  withLock('posthorn.live', () => lead(signal), { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return () => stopped.abort()
}

function tellAll(message: LiveEvent | LiveState): void {
  channel.post(message)
  if (typeof message === 'string') reportState(message)
  else apply(message)
}

/** Reads the stream, and resumes it whenever it ends. */
async function lead(signal: AbortSignal): Promise<void> {
  let lastId: string | null = null
  let hasBeenOpen = false
  let lostAt: number | null = null
  let pauseMs = firstPauseMs
  while (!signal.aborted) {
    const begunAt = performance.now()
    let state: LiveState = 'interrupted'
    let isFault = false
    try {
      for await (const { id, event, data } of readStream(lastId, signal)) {
        lastId = id ?? lastId
        if (event === 'open') {
          state = 'live'
          tellAll(state)
          if (hasBeenOpen) tellAll({ kind: 'stream.reopened', data: {} })
          hasBeenOpen = true
          lostAt = null
        } else if (event === 'resync') await applyAll()
        else if (data) tellAll({ kind: event, data: (JSON.parse(data) as LiveEvent).data })
      }
    } catch (error) {
      if (error instanceof StreamRefused) state = error.state
      else {
        // An error in this page is not an outage. It would happen again, and must not look like one that has passed.
        isFault = true
        reportError(error)
      }
    }
    if (signal.aborted) return
    lostAt ??= performance.now()
    if (!navigator.onLine) tellAll('offline')
    else if (isFault || performance.now() - lostAt >= noticeAfterMs)
      tellAll(state === 'live' || isFault ? 'interrupted' : state)
    if (performance.now() - begunAt > longestPauseMs) pauseMs = firstPauseMs
    await pause(pauseMs)
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }
}

/** Waits, or returns early when the browser is back online. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
  })

/** An event as every tab receives it. */
interface LiveEvent {
  readonly kind: string
  readonly data: {
    readonly postId?: string
    readonly profileId?: string
    readonly webhookId?: string
    readonly people?: Result<'setPostPresence'>['people']
  }
}

/** The queries that each event makes stale, by the first parts of their keys. */
const staleAfter: Readonly<Record<string, (data: LiveEvent['data']) => readonly string[]>> = {
  'post.changed': ({ postId }) => ['stats', postId ? `post/${postId}` : 'posts'],
  'post.edited': ({ postId }) => ['stats', `post/${postId}`],
  'publication.step': ({ postId, profileId }) => [`post/${postId}`, `posts/${profileId}/queue`],
  'account.changed': () => ['accounts', 'posts'],
  'inbox.changed': () => ['inbox'],
  'media.changed': () => ['media'],
  notice: () => ['notices'],
  'delivery.changed': ({ webhookId }) => [`deliveries/${webhookId}`, 'webhooks'],
  'analytics.synced': () => ['analytics'],
  'alert.changed': () => ['alerts'],
  'test.progress': () => ['self-tests'],
  // Steps, edits, deliveries, files, notices and presence are not repeated after an interruption.
  'stream.reopened': () => ['post', 'posts', 'stats', 'deliveries', 'webhooks', 'media', 'presence', 'notices'],
}
const stale = new Set<string>()
/** The posts that events reported as changed. They are updated in the lists, which are not refetched. */
const changedPosts = new Set<string>()

/** Collects the events of one frame, so that a burst causes only one round of reads. */
function apply({ kind, data }: LiveEvent): void {
  for (const key of staleAfter[kind]?.(data) ?? []) stale.add(key)
  if ((kind === 'post.changed' || kind === 'post.edited') && data.postId) changedPosts.add(data.postId)
  // The frame is the complete response. A post that is not open here has no query, and does not get one.
  if (kind === 'presence') queryClient.setQueryData(['presence', data.postId], (known) => known && data)
  if (stale.size > 0) requestAnimationFrame(refresh)
}

/** Makes everything stale, because the stream could not replay all missed events. */
const applyAll = (): Promise<void> => queryClient.invalidateQueries()

function refresh(): void {
  for (const key of stale) void queryClient.invalidateQueries({ queryKey: key.split('/') })
  stale.clear()
  if (changedPosts.size > 0) void refreshPosts([...changedPosts])
  changedPosts.clear()
}
