import { learnTime } from '#web/lib/clock.ts'
import { fetchSignedIn } from '../api.ts'
import { readToken } from '../session.ts'

/** `interrupted`: the service responds, but without a stream. `offline`: the service does not respond. */
export type LiveState = 'connecting' | 'live' | 'interrupted' | 'offline'

/** Thrown if there is no stream, for a known reason. */
export class StreamRefused extends Error {
  readonly state: LiveState
  constructor(state: LiveState, message: string, cause?: unknown) {
    super(message, { cause })
    this.state = state
  }
}

interface StreamItem {
  readonly id: string | null
  readonly event: string
  readonly data: string
}

/**
 * The service sends a heartbeat every 15 seconds. A stream that is silent for this long is dead, even if it was not
 * closed.
 */
const silentMs = 40_000

/**
 * Reads server-sent events with `fetch`, since `EventSource` cannot send a bearer token. The first item is `open`,
 * after the first read. An outage throws `StreamRefused`; any other error is a bug of this page.
 */
export async function* readStream(lastId: string | null, signal: AbortSignal): AsyncGenerator<StreamItem> {
  const token = await readToken().catch((cause: unknown) => refuse('offline', cause))
  // The page itself asks for a new sign-in.
  if (token === null) throw new StreamRefused('connecting', 'Nobody is signed in.')
  const end = new AbortController()
  const hush = () => end.abort()
  let reader: ReadableStreamDefaultReader<string> | null = null
  const headers = { authorization: `Bearer ${token}`, ...(lastId === null ? {} : { 'last-event-id': lastId }) }
  let timer = setTimeout(hush, silentMs)
  addEventListener('offline', hush)
  signal.addEventListener('abort', hush)
  if (signal.aborted) hush()
  try {
    const request = fetchSignedIn('/v1/events/stream', { headers, signal: end.signal })
    const answer = await request.catch((cause: unknown) => refuse('offline', cause))
    learnTime(answer)
    if (!answer.ok || !answer.body) throw new StreamRefused('interrupted', `The stream was answered ${answer.status}.`)
    // Not with `for await`, which Safari does not support for streams.
    reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    let isOpen = false
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => refuse('interrupted', cause))
      if (done) return
      if (!isOpen) yield { id: null, event: 'open', data: '' }
      isOpen = true
      clearTimeout(timer)
      timer = setTimeout(hush, silentMs)
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const item = parseBlock(block)
        if (item) yield item
      }
    }
  } finally {
    clearTimeout(timer)
    removeEventListener('offline', hush)
    signal.removeEventListener('abort', hush)
    // An abandoned stream keeps its connection until it is cancelled.
    void reader?.cancel().catch(() => {})
  }
}

function refuse(state: LiveState, cause: unknown): never {
  throw new StreamRefused(state, 'The stream ended early.', cause)
}

function parseBlock(block: string): StreamItem | null {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const colon = line.indexOf(': ')
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2))
  }
  const id = fields.get('id') ?? null
  const event = fields.get('event') ?? (id === null ? null : 'place')
  return event === null ? null : { id, event, data: fields.get('data') ?? '' }
}
