import type { World } from '../network.ts'
import { createSeal } from './seal.ts'

/** A press of "Authorize app", with all tokens that result from it. */
export interface Grant<Person> {
  readonly id: string
  readonly clientId: string
  readonly person: Person
  readonly scopes: readonly string[]
  /** Another value that the network binds a grant to, such as its test environment. */
  readonly tag: string
  dead: boolean
}

export interface Token<Person> {
  readonly text: string
  readonly use: Use
  readonly grant: Grant<Person>
  readonly issuedAtMs: number
  readonly untilMs: number
  /** True for a used refresh token, or a token that its app revoked. */
  spent: boolean
}

type Use = 'access' | 'refresh'

export interface Tokens<Person> {
  /** Creates and stores a grant. */
  grant(of: Consented<Person>): Grant<Person>
  issue(grant: Grant<Person>, use: Use, livesMs: number): Token<Person>
  /** Returns a token that was issued in this run or an earlier one. */
  find(text: string): Token<Person> | null
  /** Returns only the name of the token's person, for faults and the call log. */
  nameIn(text: string): string | null
  isLive(token: Token<Person>): boolean
  /** Revokes everything that a person ever granted, and returns the revoked grants of this run. */
  endAll(person: Person): readonly Grant<Person>[]
  readonly grants: number
}

interface Consented<Person> {
  readonly clientId: string
  readonly person: Person
  readonly scopes: readonly string[]
  readonly tag?: string
}

interface TokenForm<Person> {
  /** The prefixes of this network's tokens. */
  readonly prefixes?: Readonly<Record<Use, string>>
  /** Decides whether a grant of an earlier run is still valid, if its person has not revoked it in this run. */
  readonly revives?: (person: Person, scopes: readonly string[]) => boolean
}

type Row = readonly [
  use: Use,
  clientId: string,
  person: string,
  scopes: readonly string[],
  grant: string,
  tag: string,
  issuedAtMs: number,
  untilMs: number,
  /** Makes two tokens for the same grant differ. */
  luck: string,
]

/** The grants of a network, with access and refresh tokens. */
export function createTokens<Person extends { readonly name: string }>(
  { world, network, secret, person: findPerson }: Issuer<Person>,
  { prefixes = { access: '', refresh: '' }, revives = () => true }: TokenForm<Person> = {},
): Tokens<Person> {
  const seals = {
    access: createSeal<Row>(world, network, { prefix: prefixes.access }),
    refresh: createSeal<Row>(world, network, { prefix: prefixes.refresh }),
  }
  const run = secret().slice(0, 10)
  const grants = new Map<string, Grant<Person>>()
  const tokens = new Map<string, Token<Person>>()
  /** The people who revoked the grants of earlier runs in this run. */
  const ended = new Set<Person>()

  const open = (text: string) => seals.access.open(text) ?? seals.refresh.open(text)
  const keep = (token: Token<Person>) => {
    tokens.set(token.text, token)
    return token
  }
  const keepGrant = (grant: Grant<Person>) => {
    grants.set(grant.id, grant)
    return grant
  }

  return {
    get grants() {
      return grants.size
    },
    grant: ({ tag = '', ...of }) => keepGrant({ ...of, tag, id: `${run}.${secret().slice(0, 12)}`, dead: false }),
    issue(grant, use, livesMs) {
      const issuedAtMs = world.clock.ms()
      const untilMs = issuedAtMs + livesMs
      const { clientId, person, scopes, id, tag } = grant
      const luck = secret().slice(0, 14)
      const text = seals[use].seal([use, clientId, person.name, scopes, id, tag, issuedAtMs, untilMs, luck])
      return keep({ text, use, grant, issuedAtMs, untilMs, spent: false })
    },
    find(text) {
      const known = tokens.get(text)
      if (known) return known
      const row = open(text)
      const person = row === null ? null : findPerson(row[2])
      if (row === null || person === null) return null
      const [use, clientId, , scopes, id, tag, issuedAtMs, untilMs] = row
      // A grant of an earlier run. It is unknown whether that run revoked it, but this run may have.
      const grant =
        grants.get(id) ??
        keepGrant({ id, clientId, person, scopes, tag, dead: ended.has(person) || !revives(person, scopes) })
      return keep({ text, use, grant, issuedAtMs, untilMs, spent: false })
    },
    nameIn: (text) => tokens.get(text)?.grant.person.name ?? open(text)?.[2] ?? null,
    isLive: ({ spent, grant, untilMs }) => !spent && !grant.dead && untilMs > world.clock.ms(),
    endAll(person) {
      const alive = [...grants.values()].filter((grant) => grant.person === person && !grant.dead)
      for (const grant of alive) grant.dead = true
      ended.add(person)
      return alive
    },
  }
}

interface Issuer<Person> {
  readonly world: World
  readonly network: string
  secret(): string
  person(name: string): Person | null
}

/** Returns the whole seconds until a token expires, as in token responses. */
export const secondsLeft = ({ clock }: World, { untilMs }: { readonly untilMs: number }): number =>
  Math.floor((untilMs - clock.ms()) / 1_000)
