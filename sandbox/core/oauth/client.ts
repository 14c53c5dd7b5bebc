import type { Incoming } from '../http/request.ts'
import { isAccountName } from '../people/accounts.ts'
import { decoded } from '../text/decoded.ts'
import type { Code } from './codes.ts'
import type { Tokens } from './tokens.ts'

/** The app that is registered with all networks. */
export const sandboxApp = {
  id: 'sandbox-app',
  secret: 'sandbox-app-secret',
  verifyToken: 'sandbox-verify-token',
  title: 'Sandbox app',
} as const

/** Returns a field of a form body. */
export const formValue = ({ body }: Incoming, name: string): string | null =>
  body.kind === 'form' ? (body.fields.find(([key]) => key === name)?.[1] ?? null) : null

/** Returns the client ID and secret of a Basic header, or null without such a header. */
export function readBasicAuth({ headers }: Incoming): { readonly id: string; readonly secret: string } | null {
  const basic = /^Basic +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (basic === undefined) return null
  const [id = '', ...secret] = Buffer.from(basic, 'base64').toString('utf8').split(':')
  return { id: decoded(id), secret: decoded(secret.join(':')) }
}

interface CallbackRule {
  /** The local hosts that plain HTTP is allowed for. `any` allows all hosts. */
  readonly http?: 'any' | 'loopback' | 'loopback address'
  /** False if a callback must not have a query. */
  readonly query?: boolean
}

const loopbackAddress = /^(127(\.\d+){3}|\[::1\])$/

/** True for an exactly matching registered callback. If none is registered, for any that the rule allows. */
export function isCallback(
  uri: string,
  registered: readonly string[],
  { http = 'loopback', query = true }: CallbackRule = {},
): boolean {
  if (!URL.canParse(uri) || uri.includes('#') || (!query && uri.includes('?'))) return false
  const { protocol, hostname } = new URL(uri)
  if (http === 'loopback address' && hostname === 'localhost') return false
  if (registered.length > 0) return registered.includes(uri)
  const isHere = loopbackAddress.test(hostname) || hostname === 'localhost'
  return protocol === 'https:' || (protocol === 'http:' && (http === 'any' || isHere))
}

/**
 * Returns the name of the person behind a call, for faults and the call log: from the token, the login on the consent
 * page, the code, or the token in a form. Has no side effects.
 */
export function findCallerName<Person extends { readonly name: string }>(
  { codes, tokens }: { readonly codes: ReadonlyMap<string, Code<Person>>; readonly tokens: Tokens<Person> },
  incoming: Incoming,
  isName: (name: string) => boolean = isAccountName,
): string | null {
  if (incoming.bearer !== null) return tokens.nameIn(incoming.bearer)
  const login = formValue(incoming, 'login') ?? incoming.query.get('login')
  if (login !== null) return isName(login) ? login : null
  const code = codes.get(formValue(incoming, 'code') ?? '')
  if (code) return code.person.name
  const token = formValue(incoming, 'refresh_token') ?? formValue(incoming, 'token')
  return token === null ? null : tokens.nameIn(token)
}
