import { createClient } from '#sdk/index.ts'
import type { Api } from './task.ts'

declare global {
  /** Our own programs and the service are built from the same commit. */
  interface PosthornTypes {
    closedEnums: true
  }
}

interface CallSettings {
  /**
   * Identifies the user's request, such as the ID of a message or click, so that repeating it has no second effect.
   * Ignored by calls that don't accept an Idempotency-Key.
   */
  readonly idempotencyKey?: string
}

/** The API, called in the same process. Errors are returned immediately: the caller decides whether to retry. */
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

/** Replaces the Idempotency-Key that the client generates for calls that accept one with the caller's. */
function withKey(fetch: typeof globalThis.fetch, { idempotencyKey }: CallSettings): typeof fetch {
  if (idempotencyKey === undefined) return fetch
  return (input, init) => {
    const headers = new Headers(init?.headers)
    if (headers.has('idempotency-key')) headers.set('idempotency-key', idempotencyKey)
    return fetch(input, { ...init, headers })
  }
}
