import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { request } from 'undici'
import type { TestApp } from '../harness/app.ts'
import type { Answer } from '../harness/client.ts'

type Answered = Pick<Answer, 'status' | 'body' | 'text'>

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** A subset of CBOR: what authenticators write. */
function cbor(value: unknown): Buffer {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(major << 5) | length])
    if (length < 0x100) return Buffer.from([(major << 5) | 24, length])
    return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff])
  }
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
  throw new Error('not a value that authenticators write')
}

interface Stored {
  readonly id: Buffer
  readonly key: KeyObject
  readonly userHandle: string
  counter: number
}

interface Said {
  /** The page that the browser shows. */
  readonly origin?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  /** The host that the authenticator signs for. */
  readonly rpId?: string
  readonly isVerified?: boolean
  /** A value instead of the next one. Passkeys that sync send 0. */
  readonly counter?: number
  readonly aaguid?: string
  readonly attestation?: { readonly fmt: string; readonly attStmt: Map<string, unknown> }
  readonly algorithm?: number
}

/** An authenticator in software: P-256 keys, with the bytes that real ones write. */
export function softwareAuthenticator(home: { readonly origin: string; readonly rpId: string }) {
  const clientData = (type: string, challenge: string, { origin = home.origin, crossOrigin = false, ...said }: Said) =>
    Buffer.from(JSON.stringify({ type: said.type ?? type, challenge, origin, crossOrigin }))
  const flagsOf = ({ isVerified = true }: Said, more = 0): number => 0x01 | (isVerified ? 0x04 : 0) | more

  return {
    create(options: { challenge: string; user: { id: string } }, said: Said = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x, y } = publicKey.export({ format: 'jwk' })
      const stored: Stored = {
        id: randomBytes(32),
        key: privateKey,
        userHandle: options.user.id,
        counter: said.counter ?? 1,
      }
      const counter = Buffer.alloc(4)
      counter.writeUInt32BE(stored.counter)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(stored.id.length)
      const cose = new Map<number, unknown>([
        [1, 2],
        [3, said.algorithm ?? -7],
        [-1, 1],
        [-2, Buffer.from(x ?? '', 'base64url')],
        [-3, Buffer.from(y ?? '', 'base64url')],
      ])
      const authData = Buffer.concat([
        sha256(said.rpId ?? home.rpId),
        Buffer.from([flagsOf(said, 0x40)]),
        counter,
        Buffer.from((said.aaguid ?? '0'.repeat(32)).replaceAll('-', ''), 'hex'),
        length,
        stored.id,
        cbor(cose),
      ])
      const { fmt, attStmt } = said.attestation ?? { fmt: 'none', attStmt: new Map() }
      const body = {
        id: base64url(stored.id),
        clientDataJSON: base64url(clientData('webauthn.create', options.challenge, said)),
        attestationObject: base64url(
          cbor(
            new Map<string, unknown>([
              ['fmt', fmt],
              ['attStmt', attStmt],
              ['authData', authData],
            ]),
          ),
        ),
      }
      return { stored, body }
    },
    get(stored: Stored, { challenge }: { challenge: string }, said: Said = {}) {
      stored.counter = said.counter ?? stored.counter + 1
      const counter = Buffer.alloc(4)
      counter.writeUInt32BE(stored.counter)
      const authenticatorData = Buffer.concat([sha256(said.rpId ?? home.rpId), Buffer.from([flagsOf(said)]), counter])
      const json = clientData('webauthn.get', challenge, said)
      return {
        id: base64url(stored.id),
        clientDataJSON: base64url(json),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', Buffer.concat([authenticatorData, sha256(json)]), stored.key)),
        userHandle: stored.userHandle,
      }
    },
  }
}

/** A browser with an authenticator and its own cookies. */
export function passkeyBrowser(t: TestApp) {
  const { origin, hostname: rpId } = new URL(t.config.publicUrl)
  const device = softwareAuthenticator({ origin, rpId })
  const cookies = new Map<string, string>()
  const call = async (method: string, path: string, body?: unknown, token?: string): Promise<Answered> => {
    const answer = await request(t.url + path, {
      method: method as 'GET',
      headers: {
        origin,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const text = await answer.body.text()
    return { status: answer.statusCode, text, body: JSON.parse(text) }
  }
  const start = async () => (await call('POST', '/v1/auth/passkeys/start')).body
  const finish = (passkey: object) => call('POST', '/v1/auth/passkeys/finish', { passkey })
  const add = async (token: string, said: Said = {}, more: object = {}) => {
    const options = await call('POST', '/v1/auth/me/passkeys/start', undefined, token)
    if (options.status !== 200) return { answer: options, stored: null as never }
    const { body, stored } = device.create(options.body, said)
    return { answer: await call('POST', '/v1/auth/me/passkeys', { ...body, ...more }, token), stored }
  }
  return {
    device,
    cookies,
    call,
    start,
    finish,
    add,
    /** Signs in with a passkey that this authenticator has. */
    signIn: async (stored: Stored, said: Said = {}) => await finish(device.get(stored, await start(), said)),
  }
}
