import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import type { World } from '../../../core/network.ts'
import type { Rules } from '../rules.ts'
import { type Account, type Accounts, appPassword, emailCode, mainPassword } from '../state/accounts.ts'
import { text } from '../wire/input.ts'
import type { Rates } from '../wire/rates.ts'
import { no } from '../wire/refusals.ts'
import type { Provider } from './oauth/provider.ts'
import type { Claims, Tokens } from './tokens.ts'

export interface Sessions {
  create(incoming: Incoming): Answer
  refresh(incoming: Incoming): Answer
  read(incoming: Incoming): Answer
  remove(incoming: Incoming): Answer
  /** Returns the account of an access token. Refuses invalid tokens, and accounts that may not act. */
  signedIn(incoming: Incoming): Account
  /** Closes every session of an account, as revoking its app password does. */
  endAll(account: Account): void
  didDocument(account: Account): object
}

/** The access of a session, which depends on the password of the sign-in. */
type Scope = 'com.atproto.appPass' | 'com.atproto.access'

interface Grant {
  readonly account: Account
  readonly scope: Scope
  /** The successor of this grant, once it has been used. */
  nextId: string | null
  expiresMs: number
}

interface SessionDeps {
  readonly accounts: Accounts
  readonly tokens: Tokens
  /** Consents, which have another type of token. */
  readonly provider: Pick<Provider, 'accountOf'>
  readonly rates: Rates
  readonly rules: Rules
}

/**
 * Creates sessions with rotation: a refresh token is valid once. If reused within `refreshGraceMs` (two hours), it
 * returns the same successor, so that a lost response does no harm; later it is rejected. A valid refresh token that
 * this run has not issued comes from an earlier run, and reopens that session.
 */
export function createSessions(
  { clock, random, url, afterReset }: World,
  { accounts, tokens, provider, rates, rules }: SessionDeps,
): Sessions {
  const grants = new Map<string, Grant>()
  const closed = new Set<Account>()
  // A new stream for each start: the ID of an earlier run must not be reused for another session.
  const luck = random.stream(`bluesky/grants/${clock.ms()}`)
  const newId = () => `${Math.floor(luck() * 2 ** 32).toString(36)}${Math.floor(luck() * 2 ** 32).toString(36)}`
  const aud = () => `did:web:${new URL(url()).hostname}`

  const didDocument = (account: Account) => ({
    '@context': ['https://www.w3.org/ns/did/v1'],
    id: account.did,
    alsoKnownAs: [`at://${account.handle}`],
    service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: `${url()}/bluesky` }],
  })

  function issue(account: Account, id: string, scope: Scope): object {
    const nowMs = clock.ms()
    const grant = grants.get(id) ?? { account, scope, nextId: null, expiresMs: nowMs + rules.refreshTokenMs }
    grants.set(id, grant)
    const whose = { sub: account.did, handle: account.handle, aud: aud() }
    const access = { scope, ...whose, jti: newId() }
    const refresh = { scope: 'com.atproto.refresh', ...whose, jti: id }
    return {
      accessJwt: tokens.sign('at+jwt', { ...access, exp: toSeconds(nowMs + rules.accessTokenMs) }),
      refreshJwt: tokens.sign('refresh+jwt', { ...refresh, exp: toSeconds(grant.expiresMs) }),
      ...described(account),
    }
  }

  const described = (account: Account) => ({
    handle: account.handle,
    did: account.did,
    didDoc: didDocument(account),
    email: account.email,
    emailConfirmed: account.emailConfirmed,
    emailAuthFactor: account.emailFactor,
    active: account.status === null,
    ...(account.status === null ? {} : { status: account.status }),
  })

  const accountIn = ({ sub = '', handle = '' }: Claims): Account =>
    accounts.byDid(sub) ?? accounts.byIdentifier(handle) ?? no(400, 'InvalidToken', 'Token could not be verified')

  function grantBefore(claims: Claims): Grant | null {
    const account = accountIn(claims)
    const { jti, exp } = claims
    if (afterReset || jti === undefined || closed.has(account)) return null
    const grant: Grant = { account, scope: 'com.atproto.appPass', nextId: null, expiresMs: exp * 1_000 }
    grants.set(jti, grant)
    return grant
  }

  const accountCalling = (incoming: Incoming): Account =>
    provider.accountOf(incoming) ?? accountIn(tokens.check('at+jwt', incoming.bearer))

  function grantOf(incoming: Incoming): Grant {
    const claims = tokens.check('refresh+jwt', incoming.bearer)
    const grant = grants.get(claims.jti ?? '') ?? grantBefore(claims)
    if (!grant || grant.expiresMs <= clock.ms()) return no(400, 'ExpiredToken', 'Token has been revoked')
    return grant
  }

  return {
    didDocument,
    create(incoming) {
      const identifier = text(incoming, 'identifier')
      const password = text(incoming, 'password')
      const account = accounts.byIdentifier(identifier)
      const headers = rates.spend('session', account?.did ?? identifier.toLowerCase())
      const byApp = account?.appPasswordStands && password === appPassword
      if (!account || account.status === 'deleted' || !(byApp || password === mainPassword))
        return no(401, 'AuthenticationRequired', 'Invalid identifier or password')
      if (account.status === 'takendown' || account.status === 'suspended') {
        if (text(incoming, 'allowTakendown', 'boolean') !== 'true') refuseTakenDown()
      }
      if (!byApp && account.emailFactor) {
        const code = text(incoming, 'authFactorToken', 'optional')
        if (code === '') return no(401, 'AuthFactorTokenRequired', 'A sign in code has been sent to your email address')
        if (code !== emailCode) return no(400, 'InvalidToken', 'Token is invalid')
      }
      return {
        status: 200,
        headers,
        body: issue(account, newId(), byApp ? 'com.atproto.appPass' : 'com.atproto.access'),
      }
    },

    refresh(incoming) {
      const grant = grantOf(incoming)
      if (grant.account.status === 'takendown') refuseTakenDown()
      grant.nextId ??= newId()
      grant.expiresMs = Math.min(grant.expiresMs, clock.ms() + rules.refreshGraceMs)
      return ok(issue(grant.account, grant.nextId, grant.scope))
    },

    read: (incoming) => {
      const account = accountCalling(incoming)
      if (account.status === 'deleted') refuseUnknown()
      return ok(described(account))
    },

    remove(incoming) {
      grantOf(incoming).expiresMs = 0
      return { status: 200 }
    },

    signedIn(incoming) {
      const account = accountCalling(incoming)
      if (account.status === 'deleted') refuseUnknown()
      if (account.status === 'deactivated') no(401, 'AccountDeactivated', 'Account is deactivated')
      if (account.status !== null) refuseTakenDown()
      return account
    },

    endAll(account) {
      for (const grant of grants.values()) if (grant.account === account) grant.expiresMs = 0
      closed.add(account)
    },
  }
}

const refuseUnknown = (): never => no(403, 'AccountNotFound', 'Account not found')
const refuseTakenDown = (): never => no(401, 'AccountTakedown', 'Account has been taken down')
const toSeconds = (ms: number): number => Math.floor(ms / 1_000)
