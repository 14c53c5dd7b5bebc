import { once } from 'node:events'
import { connect } from 'node:net'

interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
}

/** A connection without an HTTP client. It sends bytes unchanged and reads responses one at a time. */
export interface Line {
  write(bytes: string): void
  /**
   * The next complete response. `ended` if the server closed the connection before it, `silence` if nothing arrived in
   * time.
   */
  answer(method: string, withinMs: number): Promise<Answer | 'ended' | 'silence'>
  /** True if a byte of a response arrives in time. */
  anything(withinMs: number): Promise<boolean>
  /** True if the connection is closed in time. */
  ends(withinMs: number): Promise<boolean>
  breakOff(how: 'fin' | 'rst'): void
}

export async function openLine(url: URL): Promise<Line> {
  const socket = connect({ host: url.hostname, port: Number(url.port), allowHalfOpen: true })
  let bytes = Buffer.alloc(0)
  let isOver = false
  let news = Promise.withResolvers<void>()
  const tell = () => {
    news.resolve()
    news = Promise.withResolvers()
  }
  const over = () => {
    isOver = true
    tell()
  }
  socket.on('error', over).on('end', over).on('close', over)
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk])
    tell()
  })
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])

  /** Waits until `holds` returns something. */
  const seen = async <Seen>(withinMs: number, holds: () => Seen | undefined): Promise<Seen | undefined> => {
    const late = Promise.withResolvers<'late'>()
    const timer = setTimeout(() => late.resolve('late'), withinMs)
    try {
      for (;;) {
        const found = holds()
        if (found !== undefined) return found
        if ((await Promise.race([news.promise, late.promise])) === 'late') return holds()
      }
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    write: (text) => void (socket.writable && socket.write(text, 'latin1')),
    async answer(method, withinMs) {
      const found = await seen(withinMs, () => {
        const read = readAnswer(bytes, method, isOver)
        if (!read) return isOver ? ('ended' as const) : undefined
        bytes = bytes.subarray(read.length)
        return read.answer
      })
      return found ?? 'silence'
    },
    anything: async (withinMs) =>
      (await seen(withinMs, () => (bytes.length > 0 || isOver ? true : undefined))) ?? false,
    ends: async (withinMs) => (await seen(withinMs, () => (isOver ? true : undefined))) ?? false,
    breakOff(how) {
      if (how === 'rst') socket.resetAndDestroy()
      else socket.end()
    },
  }
}

/** Parses the first response in these bytes; null while it is incomplete. Interim responses are skipped. */
function readAnswer(bytes: Buffer, method: string, isOver: boolean): { answer: Answer; length: number } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(first.split(' ')[1])
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const start = end + 4
  if (status >= 100 && status < 200) {
    const next = readAnswer(bytes.subarray(start), method, isOver)
    return next && { ...next, length: next.length + start }
  }
  const answer = { status, headers }
  if (method === 'HEAD' || status === 204 || status === 304) return { answer, length: start }
  // An endless stream counts as complete after its header; the rest is not awaited.
  if (/event-stream/.test(headers.get('content-type') ?? '')) return { answer, length: bytes.length }
  const declared = headers.get('content-length')
  if (declared !== undefined) {
    const length = start + Number(declared)
    return bytes.length >= length ? { answer, length } : null
  }
  if (headers.get('transfer-encoding') === 'chunked') {
    const length = endOfChunks(bytes, start)
    return length === null ? null : { answer, length }
  }
  return isOver ? { answer, length: bytes.length } : null
}

function endOfChunks(bytes: Buffer, start: number): number | null {
  for (let at = start; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return null
    const size = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16)
    if (Number.isNaN(size)) return null
    at = line + 2 + size + 2
    if (at > bytes.length) return null
    if (size === 0) return at
  }
}
