import { createSandbox, type Sandbox } from '../../../index.ts'
import { mastodon } from '../mastodon.ts'

/**
 * Starts a sandbox with this network alone, on a clock that stands still until a test moves it. Calls go over real
 * HTTP.
 */
export async function startMastodon() {
  const startMs = Date.UTC(2026, 0, 15, 9)
  const sandbox = await createSandbox({ networks: [mastodon], now: () => startMs })
  return {
    sandbox,
    base: `${sandbox.url}/mastodon`,
    ...callsOf(sandbox),
    [Symbol.asyncDispose]: () => sandbox.close(),
  }
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** Typed like the result of JSON.parse, so that tests may read any field. */
  readonly body: ReturnType<typeof JSON.parse>
}

export interface Call {
  readonly as?: string
  readonly token?: string
  readonly key?: string
  readonly form?: Readonly<Record<string, string>> | readonly (readonly [string, string])[]
  readonly json?: unknown
  readonly upload?: FormData
}

function callsOf(sandbox: Sandbox) {
  async function call(method: string, path: string, given: Call = {}): Promise<Reply> {
    const { as, token = as && `sandbox-token-${as}`, key, form, json, upload } = given
    const headers = new Headers()
    if (token) headers.set('authorization', `Bearer ${token}`)
    if (key) headers.set('idempotency-key', key)
    if (json !== undefined) headers.set('content-type', 'application/json')
    const pairs =
      form && (isPairs(form) ? form.map(([name, value]): [string, string] => [name, value]) : Object.entries(form))
    const body = json === undefined ? (upload ?? (pairs && new URLSearchParams(pairs))) : JSON.stringify(json)
    const url = path.startsWith('/control') ? sandbox.url + path : `${sandbox.url}/mastodon${path}`
    const signal = AbortSignal.timeout(10_000)
    const asked = { method, headers, signal, redirect: 'manual' as const, ...(body === undefined ? {} : { body }) }
    const answer = await fetch(url, asked)
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
  }
  const control = async (path: string, json: unknown): Promise<Reply> => {
    const reply = await call('POST', `/control${path}`, { json })
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    return reply
  }
  return {
    call,
    post: (as: string, form: Readonly<Record<string, string>>, key?: string) =>
      call('POST', '/api/v1/statuses', { as, form, ...(key === undefined ? {} : { key }) }),
    upload: (as: string, bytes: Buffer, fields: Readonly<Record<string, string>> = {}) =>
      call('POST', '/api/v2/media', { as, upload: uploadOf(bytes, fields) }),
    settings: (settings: object) => control('/settings', { network: 'mastodon', settings }),
    act: (account: string, act: string) => control('/act', { network: 'mastodon', account, act }),
    fault: (rule: object) => control('/faults', { network: 'mastodon', ...rule }),
    later: (ms: number) => sandbox.clock.advance(ms),
    seen: (account: string) => sandbox.ledger.entries({ network: 'mastodon', account }),
  }
}

const isPairs = (form: NonNullable<Call['form']>): form is readonly (readonly [string, string])[] => Array.isArray(form)

export function uploadOf(bytes: Buffer, fields: Readonly<Record<string, string>> = {}): FormData {
  const upload = new FormData()
  upload.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }), 'file.bin')
  for (const [name, value] of Object.entries(fields)) upload.set(name, value)
  return upload
}

/** Makes a file that has only the bytes that a server examines. */
export function png(width: number, height: number, bytes = 64): Buffer {
  const file = Buffer.alloc(bytes)
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1').copy(file)
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

export function gif(width: number, height: number, frames = 1): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = Buffer.from([0x21, 0xf9, 0x04, 0, 0, 0, 0, 0])
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame)])
}

export function mp4(width: number, height: number): Buffer {
  const track = Buffer.alloc(92)
  track.writeUInt32BE(92, 0)
  track.write('tkhd', 4, 'latin1')
  track.writeUInt32BE(width * 65_536, 84)
  track.writeUInt32BE(height * 65_536, 88)
  return Buffer.concat([Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\0\0\0dmoov', 'latin1'), track])
}
