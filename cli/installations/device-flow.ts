import { minutes, seconds } from '#kernel/clock.ts'
import type { ClientContext } from '../command.ts'
import { CommandFailure } from '../exit-codes.ts'
import { openPage } from './open-page.ts'
import { readSaved, type Saved, type SavedInstallation, withSaved } from './saved.ts'

/** The OAuth client ID of this program in every installation. */
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
 * Signs in with the device flow (RFC 8628): shows a code and a URL, and waits until the user authorizes access there.
 * Returns null if the installation does not support it.
 */
export async function signInByDevice(
  { note, now, wait, environment }: Pick<ClientContext, 'note' | 'now' | 'wait' | 'environment'>,
  url: string,
): Promise<SavedInstallation | null> {
  const started = await postForm<Started>(`${url}/oauth/device`, { client_id: clientId })
  if (!started.ok) return null
  const { device_code, user_code, verification_uri, verification_uri_complete, interval = 5 } = started.body
  note(`Open ${verification_uri} and approve the code ${user_code}.`)
  if (await openPage(environment, verification_uri_complete ?? verification_uri))
    note('Opened the page in your browser.')
  const endMs = now().getTime() + seconds(started.body.expires_in)
  let waitMs = seconds(interval)
  while (now().getTime() < endMs) {
    await wait(waitMs)
    const answer = await postForm<Tokens>(`${url}/oauth/token`, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: clientId,
      device_code,
    })
    if (answer.ok) return toSaved(url, answer.body, now())
    if (answer.error === 'slow_down') waitMs += seconds(5)
    else if (answer.error === 'access_denied') throw new CommandFailure('refused', 'Access was denied.')
    else if (answer.error !== 'authorization_pending') break
  }
  throw new CommandFailure('signedOut', 'The code has expired. Sign in again: posthorn login')
}

type Renewing = Pick<ClientContext, 'environment' | 'note' | 'now' | 'wait'>

/** Returns the key of a saved installation. An access token that expires soon is first renewed and saved. */
export async function renewKey(context: Renewing, name: string): Promise<string> {
  const one = requireSaved(await readSaved(context), name)
  if (!endsSoon(one, context.now())) return one.key
  // A refresh token can be used once. A second use revokes access, so two commands must not renew at the same time.
  return await withSaved(context, async (saved) => {
    const present = requireSaved(saved, name)
    if (!endsSoon(present, context.now())) return { result: present.key, saved }
    const renewed = await renew(present, context.now())
    return { result: renewed.key, saved: { ...saved, installations: { ...saved.installations, [name]: renewed } } }
  })
}

function requireSaved({ installations }: Saved, name: string): SavedInstallation {
  const one = Object.hasOwn(installations, name) ? installations[name] : undefined
  if (!one) throw new CommandFailure('signedOut', `${name} is no longer saved. Sign in: posthorn login`)
  return one
}

const endsSoon = ({ renewal }: SavedInstallation, now: Date): boolean =>
  renewal !== undefined && Date.parse(renewal.expiresAt) - now.getTime() < minutes(1)

async function renew(one: SavedInstallation, now: Date): Promise<SavedInstallation> {
  const { url, renewal } = one
  const answer = await postForm<Tokens>(`${url}/oauth/token`, {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: renewal?.refreshToken ?? '',
  })
  if (answer.ok) return toSaved(url, answer.body, now)
  if (answer.error === null) throw new CommandFailure('unreachable', `${url} isn’t responding. Try again later.`)
  throw new CommandFailure('signedOut', `Your access to ${url} has expired. Sign in again: posthorn login --url ${url}`)
}

/** Revokes the access that was granted to this command line. Returns false if the installation could not be reached. */
export async function endAccess({ url, renewal }: SavedInstallation): Promise<boolean> {
  if (!renewal) return true
  const { ok } = await postForm(`${url}/oauth/revoke`, { client_id: clientId, token: renewal.refreshToken })
  return ok
}

function toSaved(url: string, { access_token, refresh_token, expires_in }: Tokens, now: Date): SavedInstallation {
  if (refresh_token === undefined || expires_in === undefined) return { url, key: access_token }
  const expiresAt = new Date(now.getTime() + seconds(expires_in)).toISOString()
  return { url, key: access_token, renewal: { refreshToken: refresh_token, expiresAt } }
}

type FormAnswer<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly error: string | null }

/** Posts a form. `error` is the OAuth error code. Null if the response was something else, or there was none. */
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
