import { sandboxApp } from './client.ts'
import type { Tokens } from './tokens.ts'

interface Issuer<Person> {
  readonly rules: { readonly accessTokenMs: number; readonly refreshTokenMs: number }
  readonly tokens: Tokens<Person>
  person(name: string): Person | null
}

interface Consent<Person> {
  readonly scopes: readonly string[]
  readonly tag?: string
  /** Returns the data about the person that the network returns with the tokens. */
  readonly ids: (person: Person) => Readonly<Record<string, string>>
}

/** Connects a person as if they had authorized the app, and returns their IDs and tokens. */
export function connectPerson<Person>(
  { rules, tokens, person: find }: Issuer<Person>,
  account: string,
  { ids, ...consent }: Consent<Person>,
): Readonly<Record<string, string>> {
  const person = find(account)
  if (person === null) return { account }
  const grant = tokens.grant({ clientId: sandboxApp.id, person, ...consent })
  const accessToken = tokens.issue(grant, 'access', rules.accessTokenMs).text
  const refreshToken = tokens.issue(grant, 'refresh', rules.refreshTokenMs).text
  return { account, ...ids(person), accessToken, refreshToken }
}
