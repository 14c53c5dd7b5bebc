import { learnTime } from '#web/lib/clock.ts'
import { fetchSignedIn } from '../api.ts'
import { readToken } from '../session.ts'

/** `interrupted`: the service answers, and gives no stream. `offline`: there is no answer. */
export type LiveState = 'connecting' | 'live' | 'interrupted' | 'offline'

/** There is no stream, for a reason that is known. */
export class StreamRefused extends Error {
  readonly state: LiveState
  constructor(state: LiveState, message: string) {
    super(message)
    this.state = state
  }
}

interface StreamItem {
  readonly id: string | null
  readonly event: string
  readonly data: string
}

/** A stream says every 15 seconds that it lives. One that says nothing for so long is dead, though nobody closed it. */
const silentMs = 40_000

/** Reads server-sent events by `fetch`, since `EventSource` cannot send a bearer token. The first item is `open`. */
export async function* readStream(lastId: string | null, signal: AbortSignal): AsyncGenerator<StreamItem> {
  const token = await readToken()
  // The page asks for a new sign-in by itself.
  if (token === null) throw new StreamRefused('connecting', 'Nobody is signed in.')
  const silence = new AbortController()
  const hush = () => silence.abort()
  const headers = { authorization: `Bearer ${token}`, ...(lastId === null ? {} : { 'last-event-id': lastId }) }
  let timer = setTimeout(hush, silentMs)
  addEventListener('offline', hush)
  try {
    const both = AbortSignal.any([signal, silence.signal])
    const answer = await fetchSignedIn('/v1/events/stream', { headers, signal: both })
    learnTime(answer)
    if (!answer.ok || !answer.body) throw new StreamRefused('interrupted', `The stream was answered ${answer.status}.`)
    yield { id: null, event: 'open', data: '' }
    let rest = ''
    for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer)
      timer = setTimeout(hush, silentMs)
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const item = parseBlock(block)
        if (item) yield item
      }
    }
  } finally {
    clearTimeout(timer)
    removeEventListener('offline', hush)
  }
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
