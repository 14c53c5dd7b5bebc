/** One block of an event stream. */
export interface Frame {
  /** The event's name. Defaults to `message`. */
  readonly event: string
  /** The data lines, joined. */
  readonly data: string
  /** The ID to resume after. Null if the block has none. */
  readonly id: string | null
  /** The new wait before a reconnect. Null if the block sets none. */
  readonly retryMs: number | null
}

/** A block is a few kilobytes. This much data without an end is not an event stream. */
const maxChars = 8 * 1024 * 1024

/**
 * Reads server-sent events as the HTML standard defines them: lines end with CR, LF or both, a blank line ends a block,
 * and a line that begins with a colon is a comment. Unlike a browser it also yields blocks without data, because their
 * name alone has a meaning.
 */
export async function* readFrames(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  const decoder = new TextDecoder()
  let block = emptyBlock()
  let line = ''
  let afterCr = false
  for await (const piece of pieces) {
    let text = decoder.decode(piece, { stream: true })
    // A CR and an LF that arrive in separate chunks are one line ending.
    if (text === '') continue
    if (afterCr && text.startsWith('\n')) text = text.slice(1)
    afterCr = text.endsWith('\r')
    const [first = '', ...rest] = text.split(/\r\n|\r|\n/)
    line += first
    if (line.length + block.chars > maxChars) throw new Error('The stream contains an unterminated block.')
    for (const next of rest) {
      if (line !== '') take(block, line)
      else if (block.lines > 0) {
        yield frameOf(block)
        block = emptyBlock()
      }
      line = next
    }
  }
}

interface Block {
  event: string
  data: string[]
  id: string | null
  retryMs: number | null
  /** The number of lines that are not comments. */
  lines: number
  chars: number
}

const emptyBlock = (): Block => ({ event: '', data: [], id: null, retryMs: null, lines: 0, chars: 0 })

function take(block: Block, line: string): void {
  const colon = line.indexOf(':')
  if (colon === 0) return
  const name = colon < 0 ? line : line.slice(0, colon)
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
  block.lines += 1
  block.chars += line.length
  if (name === 'event') block.event = value
  else if (name === 'data') block.data.push(value)
  else if (name === 'id' && !value.includes('\0')) block.id = value
  else if (name === 'retry' && /^[0-9]{1,9}$/.test(value)) block.retryMs = Number(value)
}

const frameOf = ({ event, data, id, retryMs }: Block): Frame => ({
  event: event || 'message',
  data: data.join('\n'),
  id,
  retryMs,
})
