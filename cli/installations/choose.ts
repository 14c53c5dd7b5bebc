import { readPlatform } from '#rules/network-names.ts'
import { type ClientContext, UsageFault } from '../command.ts'
import { CommandFailure } from '../exit-codes.ts'
import { renewKey } from './device-flow.ts'
import { readSaved, type Saved } from './saved.ts'

/** The installation that a command uses. */
export interface Installation {
  /** The name from login. Null if it was chosen by its URL. */
  readonly name: string | null
  readonly url: string
  /** Returns the key, renewed if it expires soon. */
  readonly key: () => Promise<string>
}

type Place = Pick<ClientContext, 'environment' | 'note' | 'now' | 'wait'>

interface Wish {
  readonly on?: string | undefined
  readonly url?: string | undefined
}

/**
 * Chooses the installation: from the flag, the environment, or the last login, in this order. A saved key is sent only
 * to the URL that it was saved for.
 */
export async function chooseInstallation(context: Place, params: Wish): Promise<Installation> {
  const saved = await readSaved(context)
  const { name, url } = findAddress(context, saved, params)
  const { POSTHORN_API_KEY: given } = context.environment
  const entry = Object.entries(saved.installations).find(
    ([known, one]) => (name === null || known === name) && one.url === url,
  )
  const own = given?.trim()
  if (own) {
    const key = requireKey(own)
    return { name, url, key: async () => key }
  }
  if (!entry)
    throw new CommandFailure('signedOut', `You’re not signed in to ${url}. Sign in: posthorn login --url ${url}`)
  return { name: entry[0], url, key: () => renewKey(context, entry[0]) }
}

function findAddress({ environment }: Place, saved: Saved, { on, url }: Wish): { name: string | null; url: string } {
  if (on !== undefined && url !== undefined) throw new UsageFault('accepts --on or --url, not both')
  if (url !== undefined) return { name: null, url: readUrl(url) }
  const fromEnvironment = environment.POSTHORN_URL?.trim()
  if (on === undefined && fromEnvironment) return { name: null, url: readUrl(fromEnvironment) }
  const name = on ?? environment.POSTHORN_ON?.trim() ?? saved.current
  if (!name) throw new CommandFailure('signedOut', 'You’re not signed in. Sign in: posthorn login --url https://…')
  const known = saved.installations[name]
  if (known && Object.hasOwn(saved.installations, name)) return { name, url: known.url }
  if (readPlatform(name.toLowerCase()) !== null)
    throw new UsageFault(`unknown installation ${JSON.stringify(name)}. To name an account, use --to ${name}`)
  const names = Object.keys(saved.installations).join(', ')
  throw new UsageFault(
    `unknown installation ${JSON.stringify(name)}; ${names ? `saved installations: ${names}` : 'sign in first: posthorn login'}`,
  )
}

export function readUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || /[?#]/.test(text))
    throw new UsageFault('expects the URL of a Posthorn installation, such as --url https://posthorn.example.com')
  return url.href.replace(/(?<!\/)\/+$/, '')
}

/** Checks the form of a key. Messages never contain the key. */
export function requireKey(text: string): string {
  if (!/^[\x21-\x7e]{1,4000}$/.test(text)) throw new UsageFault('expects the key as a single word')
  return text
}
