import { once } from 'node:events'
import { connect } from 'node:net'
import type { TestContext } from 'node:test'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A raw connection without an HTTP client: bytes are sent unchanged and responses are read one by one. */
interface RawConnection {
  write(bytes: string): void
  /** Resolves when the operating system has accepted the bytes, or when the connection has ended. */
  send(bytes: Buffer): Promise<void>
  /** Returns the next complete response, by its Content-Length, or what had arrived when the connection ended. */
  answer(): Promise<RawAnswer>
  /** Resolves when unread bytes have arrived. */
  someBytes(): Promise<void>
  end(): void
  destroy(): void
  isClosed(): boolean
  readonly closed: Promise<void>
  /** Resolves when the service has closed its side, or the whole connection. */
  readonly ended: Promise<void>
  readonly error: Error | null
}

export async function openRaw(c: TestContext, url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  await once(socket, 'connect')
  let text = ''
  let error: Error | null = null
  let hasNews = Promise.withResolvers<void>()
  const tell = () => {
    hasNews.resolve()
    hasNews = Promise.withResolvers()
  }
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk
    tell()
  })
  // Bytes sent after the response may hit a closed socket; the response is still read.
  socket.on('error', (met) => {
    error = met
  })
  let isOver = false
  const over = () => {
    isOver = true
    tell()
  }
  const ended = new Promise<void>((resolve) => socket.once('end', resolve).once('close', () => resolve())).then(over)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve())).then(over)
  c.after(() => socket.destroy())
  return {
    write: (bytes) => void socket.write(bytes),
    send: (bytes) => Promise.race([new Promise<void>((resolve) => socket.write(bytes, () => resolve())), closed]),
    async answer() {
      while (!isOver && lengthOf(text) > text.length) await hasNews.promise
      const length = Math.min(lengthOf(text), text.length)
      const answer = parseAnswer(Buffer.from(text.slice(0, length), 'latin1').toString())
      text = text.slice(length)
      return answer
    },
    someBytes: () => (text === '' ? hasNews.promise : Promise.resolve()),
    end: () => void socket.end(),
    destroy: () => void socket.resetAndDestroy(),
    isClosed: () => socket.destroyed,
    closed,
    ended,
    get error() {
      return error
    },
  }
}

/** Sends bytes unchanged and reads until the service ends the connection. */
export async function sendRaw(url: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  // Bytes sent after the response may hit a closed socket.
  socket.on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  return parseAnswer(text)
}

/** Returns the length of the first response. Infinite while it is unknown. */
function lengthOf(text: string): number {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return Number.POSITIVE_INFINITY
  const length = /^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1]
  return length === undefined ? Number.POSITIVE_INFINITY : end + 4 + Number(length)
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, Math.max(0, end)).split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), body: text.slice(end + 4) }
}
