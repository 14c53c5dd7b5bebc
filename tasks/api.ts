import { createClient } from '#sdk/index.ts'
import type { Api } from './task.ts'

interface CallSettings {
  /**
   * Names the wish of the user, so that a repetition of it has one effect: the id of a message, of a click. Calls that
   * accept no Idempotency-Key ignore it.
   */
  readonly idempotencyKey?: string
}

/** The API from inside the service. A refusal is passed on at once: the face decides whether to try again. */
export const apiInside = (fetch: typeof globalThis.fetch, settings: CallSettings = {}): Api =>
  createClient({ url: 'http://posthorn.inside', fetch: withKey(fetch, settings), retry: { attempts: 1 } })

interface RemoteSettings extends CallSettings {
  /** The URL of the installation. */
  readonly url: string
  /** An API key or an access token, or a function that returns one and is called before each request. */
  readonly key: string | (() => Promise<string>)
}

/** The API of an installation, over HTTP. */
export const apiAt = ({ url, key, ...settings }: RemoteSettings): Api =>
  createClient({ url, token: key, fetch: withKey((input, init) => fetch(input, init), settings) })

/** The client makes an Idempotency-Key for each call that accepts one. This puts the user's in its place. */
function withKey(fetch: typeof globalThis.fetch, { idempotencyKey }: CallSettings): typeof fetch {
  if (idempotencyKey === undefined) return fetch
  return (input, init) => {
    const headers = new Headers(init?.headers)
    if (headers.has('idempotency-key')) headers.set('idempotency-key', idempotencyKey)
    return fetch(input, { ...init, headers })
  }
}
