import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** The body as text, since JSON.parse loses the last digits of a long number. */
  readonly text: string
  /** Typed like the result of JSON.parse, so that tests may read any field. */
  readonly body: ReturnType<typeof JSON.parse>
}

/** Makes a call over real HTTP, as a program does that follows no redirects. */
export async function ask(
  url: string,
  { method, headers, body }: { method: string; headers: Headers; body: RequestInit['body'] | undefined },
): Promise<Reply> {
  const asked = { method, headers, signal: AbortSignal.timeout(10_000), redirect: 'manual' as const }
  const answer = await fetch(url, body === undefined ? asked : { ...asked, body })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json')
  return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : text }
}

/** A server of the app's own: it serves files by their name, and records what it receives. */
export async function startOwnPlace(files: Readonly<Record<string, Buffer>> = {}) {
  const heard: { headers: Readonly<Record<string, unknown>>; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    if (request.method === 'POST') heard.push({ headers: request.headers, body })
    const name = (request.url ?? '').slice(1)
    const file = files[name]
    if (name === 'moved') response.writeHead(302, { location: '/photo.jpg' }).end()
    else if (file) response.end(file)
    else response.writeHead(request.method === 'POST' ? 200 : 404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, [Symbol.asyncDispose]: stop }
}

/** Makes a file that has only the bytes that a server examines. */
export function jpeg(width = 640, height = 360): Buffer {
  const frame = Buffer.from('\xff\xd8\xff\xc0\0\x11\x08\0\0\0\0\x03\0\0\0\0\0\0\0\0\0\xff\xd9', 'latin1')
  frame.writeUInt16BE(height, 7)
  frame.writeUInt16BE(width, 9)
  return frame
}

export function mp4({ width = 640, height = 360, durationMs = 4_000, bytes = 0 } = {}): Buffer {
  const times = Buffer.alloc(32)
  times.write('mvhd', 4, 'latin1')
  times.writeUInt32BE(1_000, 20)
  times.writeUInt32BE(durationMs, 24)
  const track = Buffer.alloc(92)
  track.write('tkhd', 4, 'latin1')
  track.writeUInt32BE(width * 65_536, 84)
  track.writeUInt32BE(height * 65_536, 88)
  const head = Buffer.concat([Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\0\0\0\x84moov', 'latin1'), times, track])
  return Buffer.concat([head, Buffer.alloc(Math.max(0, bytes - head.length), 7)])
}
