import { setTimeout as sleep } from 'node:timers/promises'
import { minutes, seconds } from '#kernel/clock.ts'
import type { ClientContext } from '../command.ts'
import { CommandFailure } from '../exit-codes.ts'
import { openPage } from './open-page.ts'
import { readSaved, type SavedInstallation, writeSaved } from './saved.ts'

/** The name under which every Posthorn knows this program. */
const clientId = 'posthorn-cli'

interface Tokens {
  readonly access_token: string
  readonly refresh_token?: string
  readonly expires_in?: number
}

interface Started {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete?: string
  readonly expires_in: number
  readonly interval?: number
}

/**
 * Signs in by the device flow (RFC 8628): shows a code and an address, and waits until the user has allowed the access
 * there. Returns null where the installation has no such page.
 */
export async function signInByDevice(
  { note, now, environment }: Pick<ClientContext, 'note' | 'now' | 'environment'>,
  url: string,
): Promise<SavedInstallation | null> {
  const started = await postForm<Started>(`${url}/oauth/device`, { client_id: clientId })
  if (!started.ok) return null
  const { device_code, user_code, verification_uri, verification_uri_complete, interval = 5 } = started.body
  note(`Open ${verification_uri} and allow the code ${user_code}.`)
  if (await openPage(environment, verification_uri_complete ?? verification_uri))
    note('The page is open in your browser.')
  const endMs = now().getTime() + seconds(started.body.expires_in)
  let waitMs = seconds(interval)
  while (now().getTime() < endMs) {
    await sleep(waitMs)
    const answer = await postForm<Tokens>(`${url}/oauth/token`, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: clientId,
      device_code,
    })
    if (answer.ok) return toSaved(url, answer.body, now())
    if (answer.error === 'slow_down') waitMs += seconds(5)
    else if (answer.error === 'access_denied') throw new CommandFailure('refused', 'The access was refused.')
    else if (answer.error !== 'authorization_pending') break
  }
  throw new CommandFailure('signedOut', 'The code has expired. Sign in again: posthorn login')
}

/** Returns the key of a saved installation. An access token that ends soon is renewed first, and saved. */
export async function renewKey(
  context: Pick<ClientContext, 'environment' | 'note' | 'now'>,
  name: string,
): Promise<string> {
  const saved = await readSaved(context)
  const one = saved.installations[name]
  if (!one) throw new CommandFailure('signedOut', `${name} was forgotten. Sign in: posthorn login`)
  const { renewal, url, key } = one
  if (!renewal || Date.parse(renewal.expiresAt) - context.now().getTime() > minutes(1)) return key
  const answer = await postForm<Tokens>(`${url}/oauth/token`, {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: renewal.refreshToken,
  })
  if (!answer.ok) {
    // The installation refuses the old token by itself, or says why it cannot answer.
    if (answer.error === null) return key
    throw new CommandFailure('signedOut', `Your access to ${url} has ended. Sign in: posthorn login --url ${url}`)
  }
  const renewed = toSaved(url, answer.body, context.now())
  await writeSaved(context, { ...saved, installations: { ...saved.installations, [name]: renewed } })
  return renewed.key
}

function toSaved(url: string, { access_token, refresh_token, expires_in }: Tokens, now: Date): SavedInstallation {
  if (refresh_token === undefined || expires_in === undefined) return { url, key: access_token }
  const expiresAt = new Date(now.getTime() + seconds(expires_in)).toISOString()
  return { url, key: access_token, renewal: { refreshToken: refresh_token, expiresAt } }
}

type FormAnswer<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly error: string | null }

/** Posts a form. `error` is the word of OAuth for the refusal; null if something else answered, or nothing. */
async function postForm<Body>(url: string, fields: Readonly<Record<string, string>>): Promise<FormAnswer<Body>> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'error',
      signal: AbortSignal.timeout(seconds(30)),
    })
    const body: unknown = await answer.json()
    if (answer.ok) return { ok: true, body: body as Body }
    const { error } = Object(body)
    return { ok: false, error: typeof error === 'string' ? error : null }
  } catch {
    return { ok: false, error: null }
  }
}
