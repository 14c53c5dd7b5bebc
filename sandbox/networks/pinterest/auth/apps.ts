import type { Incoming } from '../../../core/http/request.ts'
import type { Rules } from '../rules.ts'

/** The one registered app. */
export const app = { id: 'sandbox-app', secret: 'sandbox-app-secret', title: 'Sandbox app' } as const

/** True when the Basic header carries the app's id and secret. */
export function isApp({ headers }: Incoming): boolean {
  const basic = /^Basic +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  return basic !== undefined && Buffer.from(basic, 'base64').toString('utf8') === `${app.id}:${app.secret}`
}

/** True when the URI equals a registered callback byte for byte. */
export function isCallback({ callbacks }: Readonly<Rules>, redirectUri: string): boolean {
  if (!URL.canParse(redirectUri)) return false
  const { protocol, hash } = new URL(redirectUri)
  if (hash !== '') return false
  if (callbacks.length > 0) return callbacks.includes(redirectUri)
  return protocol === 'https:' || protocol === 'http:'
}

export const knownScopes: Readonly<Record<string, string>> = {
  'boards:read': 'See your public boards, including those of groups',
  'boards:read_secret': 'See your secret boards',
  'boards:write': 'Create, change and delete your public boards',
  'boards:write_secret': 'Create, change and delete your secret boards',
  'pins:read': 'See your public Pins',
  'pins:read_secret': 'See your secret Pins',
  'pins:write': 'Create, change and delete your public Pins',
  'pins:write_secret': 'Create, change and delete your secret Pins',
  'user_accounts:read': 'See your account and its figures',
}
