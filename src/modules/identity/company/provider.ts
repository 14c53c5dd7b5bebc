import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CompanySettings } from '#infra/config/company.ts'
import { minutes, seconds } from '#kernel/clock.ts'
import { Refusal, refuse } from '#kernel/errors.ts'
import { cleanName } from '#kernel/text/one-line.ts'
import type { IdentityDeps } from '../deps.ts'
import { createIssuerKeys, outerAlgorithms } from '../outer-provider/issuer-keys.ts'
import {
  fetchProviderDocument,
  type ProviderDocument,
  postForm,
  readJson,
  requireSafeEndpoint,
} from '../outer-provider/provider-document.ts'
import { createVerifier } from '../provider/verifier.ts'
import { email as address } from '../schema.ts'

type ProviderDeps = Pick<IdentityDeps, 'clock' | 'outbound' | 'log' | 'seal' | 'config'>

/** A person who has signed in at the provider, as a verified ID token describes them. */
export interface CompanyPerson {
  readonly subject: string
  readonly email: string | null
  readonly isVerified: boolean
  readonly name: string
  /** The values of the role claim. */
  readonly roles: readonly string[]
  /** When they last authenticated there. Null if the provider does not say. */
  readonly authenticatedAtMs: number | null
  readonly idToken: string
}

const freshMs = minutes(10)
const tryAgainAfterMs = seconds(5)
const skewMs = seconds(60)
/** The age of a sign-in at the provider, in seconds, from which a person who confirms an operation repeats it. */
const maxAge = 60

/**
 * The identity provider as a client of the authorization code flow sees it. Each call has a time limit, and none is
 * repeated. While the provider is down, the discovery document of the last ten minutes is used; without one, callers
 * get `identity_provider_unavailable`, and the provider is not called again for five seconds.
 */
export function createCompanyProvider(deps: ProviderDeps, company: CompanySettings) {
  const { issuer, clientId } = company
  const keys = createIssuerKeys(deps, issuer)
  const verify = createVerifier({
    issuer,
    audience: clientId,
    algorithms: outerAlgorithms,
    clockSkewMs: skewMs,
    keyFor: (header) => keys.keyFor(header),
  })
  const readDocument = cacheDocument(deps, issuer)
  const redirectUri = `${deps.config.publicUrl}/auth/company`

  return {
    /** Returns the page of the provider to open in the browser. If `isAgain`, the provider does not sign in silently. */
    async signInUrl(state: string, { isAgain }: { readonly isAgain: boolean }): Promise<string> {
      const { authorization_endpoint } = await readDocument()
      const { nonce, challenge } = secretsOf(deps.seal, state)
      const url = requireEndpoint(deps, issuer, authorization_endpoint)
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: company.scopes.replaceAll(',', ' '),
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...(isAgain ? { max_age: String(maxAge) } : {}),
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },

    /** Exchanges the code of a flow. The token must have this flow's nonce, so a code of another flow is refused. */
    async redeem(input: { readonly code: string; readonly state: string; readonly iss?: string | undefined }) {
      const document = await readDocument()
      const isNamed = document.authorization_response_iss_parameter_supported === true
      if (input.iss === undefined ? isNamed : input.iss !== issuer) refuseSignIn('It came from another provider.')
      const { nonce, verifier } = secretsOf(deps.seal, input.state)
      const tokens = await exchange(deps, company, document, { code: input.code, verifier, redirectUri })
      const { subject, payload, authenticatedAt } = await verify(tokens.id_token, deps.clock.now()).catch(refuseToken)
      if (payload.nonce !== nonce) refuseSignIn('It belongs to another sign-in.')
      if (subject.length > 255 || /\p{Cc}/u.test(subject) || !subject.isWellFormed())
        refuseSignIn('The `sub` of its token is longer than 255 characters or contains control characters.')
      const more = payload.email === undefined ? await readUserInfo(deps, issuer, document, tokens, subject) : {}
      const atMs = authenticatedAt?.getTime() ?? Number.NaN
      const authenticatedAtMs = Number.isNaN(atMs) ? null : atMs
      return { ...personOf(company, subject, { ...more, ...payload }, tokens.id_token), authenticatedAtMs }
    },

    /** Returns where the browser signs out at the provider. Null if the provider does not offer that, or is down. */
    async signOutUrl(idToken: string | null): Promise<string | null> {
      const { end_session_endpoint } = await readDocument().catch(() => ({ end_session_endpoint: undefined }))
      if (end_session_endpoint === undefined) return null
      const url = requireEndpoint(deps, issuer, end_session_endpoint)
      url.searchParams.set('client_id', clientId)
      url.searchParams.set('post_logout_redirect_uri', `${deps.config.publicUrl}/auth/sign-in`)
      if (idToken !== null) url.searchParams.set('id_token_hint', idToken)
      return url.href
    },
  }
}

export type CompanyProvider = ReturnType<typeof createCompanyProvider>

/**
 * Derives the nonce and the PKCE verifier of a flow from its state, so that the database holds neither. Who sees the
 * state in a URL cannot derive them without SECRET_KEY.
 */
function secretsOf(seal: ProviderDeps['seal'], state: string) {
  const verifier = seal.hmac('company sign-in verifier', state).toString('base64url')
  return {
    nonce: seal.hmac('company sign-in nonce', state).toString('base64url'),
    verifier,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
  }
}

function cacheDocument(deps: ProviderDeps, issuer: string): () => Promise<ProviderDocument> {
  let known: { readonly atMs: number; readonly document: ProviderDocument } | null = null
  let failedAtMs: number | null = null
  let loading: Promise<ProviderDocument> | null = null
  const nowMs = () => deps.clock.now().getTime()
  const load = () => {
    loading ??= fetchProviderDocument(deps.outbound, issuer)
      .then((document) => {
        failedAtMs = null
        known = { atMs: nowMs(), document }
        return document
      })
      .catch((error: unknown) => {
        failedAtMs = nowMs()
        warn(deps, issuer, error)
        throw error
      })
      .finally(() => {
        loading = null
      })
    return loading
  }
  return async () => {
    if (known && Math.abs(nowMs() - known.atMs) < freshMs) return known.document
    const waitMs = failedAtMs === null || failedAtMs > nowMs() ? 0 : failedAtMs + tryAgainAfterMs - nowMs()
    if (waitMs > 0 && !loading) refuse('identity_provider_unavailable', { retryAfterMs: waitMs })
    return await load().catch(() => refuse('identity_provider_unavailable', { retryAfterMs: tryAgainAfterMs }))
  }
}

const tokenAnswer = z.object({
  id_token: z.string().min(1).max(65_536),
  access_token: z.string().max(65_536).optional(),
})
const faultAnswer = z.object({ error: z.string().regex(/^[\w.-]{1,60}$/) })
type Tokens = z.output<typeof tokenAnswer>

interface Exchange {
  readonly code: string
  readonly verifier: string
  readonly redirectUri: string
}

async function exchange(
  deps: ProviderDeps,
  company: CompanySettings,
  document: ProviderDocument,
  { code, verifier, redirectUri }: Exchange,
): Promise<Tokens> {
  const url = requireEndpoint(deps, company.issuer, document.token_endpoint)
  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
  const { headers, more } = clientOf(company, document.token_endpoint_auth_methods_supported)
  const answer = await postForm(deps.outbound, url.href, { ...fields, ...more }, headers).catch((error: unknown) => {
    warn(deps, company.issuer, error)
    return refuse('identity_provider_unavailable', { retryAfterMs: tryAgainAfterMs })
  })
  const body = readBody(answer.body)
  if (answer.status >= 500) {
    warn(deps, company.issuer, new Error(`the identity provider returned ${answer.status} for ${url.pathname}`))
    refuse('identity_provider_unavailable', { retryAfterMs: tryAgainAfterMs })
  }
  const tokens = tokenAnswer.safeParse(body).data
  if (answer.status === 200 && tokens) return tokens
  const fault = faultAnswer.safeParse(body).data?.error ?? `status ${answer.status}`
  // An operator must see a wrong client secret, which people at the sign-in page cannot do anything about.
  deps.log.warn(
    { event: 'identity.company_code_refused', issuer: company.issuer, fault },
    'Identity provider refused an authorization code',
  )
  return refuseSignIn(`It refused the code (${fault}).`)
}

/** Authenticates as the client: by Basic unless the provider accepts only the form, or not at all without a secret. */
function clientOf({ clientId, clientSecret }: CompanySettings, methods: readonly string[] = ['client_secret_basic']) {
  if (clientSecret === null) return { headers: {}, more: { client_id: clientId } }
  if (!methods.includes('client_secret_basic') && methods.includes('client_secret_post'))
    return { headers: {}, more: { client_id: clientId, client_secret: clientSecret } }
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':')
  return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }, more: {} }
}

/** Reads the claims that are not in the ID token. A missing answer leaves them out, so no address is verified then. */
async function readUserInfo(
  deps: ProviderDeps,
  issuer: string,
  { userinfo_endpoint }: ProviderDocument,
  { access_token }: Tokens,
  subject: string,
): Promise<Record<string, unknown>> {
  if (userinfo_endpoint === undefined || access_token === undefined) return {}
  const url = requireEndpoint(deps, issuer, userinfo_endpoint)
  try {
    const claims = z
      .record(z.string(), z.unknown())
      .parse(await readJson(deps.outbound, url.href, { authorization: `Bearer ${access_token}` }))
    return claims.sub === subject ? claims : {}
  } catch (error) {
    warn(deps, issuer, error)
    return {}
  }
}

/**
 * Reads the claims of a person. `xms_edov` is how Microsoft Entra marks an address whose domain the organization has
 * proved; it sends no `email_verified`.
 */
function personOf(
  { roles }: CompanySettings,
  subject: string,
  claims: Readonly<Record<string, unknown>>,
  idToken: string,
): Omit<CompanyPerson, 'authenticatedAtMs'> {
  const email = address.safeParse(claims.email).data ?? null
  const isMarked = [true, 'true'].includes(claims.email_verified as boolean | string)
  const isEntraMarked =
    claims.email_verified === undefined && [true, 'true', 1, '1'].includes(claims.xms_edov as boolean | string | number)
  const names = [claims.name, claims.preferred_username, email?.split('@')[0]].map((name) =>
    typeof name === 'string' ? cleanName(name, 100) : '',
  )
  return {
    subject,
    email,
    isVerified: email !== null && (isMarked || isEntraMarked),
    name: names.find((name) => name !== '') ?? 'New user',
    roles: roles ? listOf(claims[roles.claim]) : [],
    idToken,
  }
}

const listOf = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).filter((value): value is string => typeof value === 'string').slice(0, 1_000)

function readBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

function requireEndpoint(deps: ProviderDeps, issuer: string, url: string | undefined): URL {
  try {
    if (url === undefined) throw new Error('the discovery document names no endpoint for this')
    return requireSafeEndpoint(issuer, url)
  } catch (error) {
    warn(deps, issuer, error)
    return refuse('identity_provider_unavailable', { retryAfterMs: tryAgainAfterMs })
  }
}

function warn({ log }: ProviderDeps, issuer: string, err: unknown): void {
  log.warn({ event: 'identity.company_provider_failed', err, issuer }, 'Identity provider could not be used')
}

function refuseToken(error: unknown): never {
  if (error instanceof Refusal && error.code === 'unauthenticated')
    refuseSignIn(error.info.detail ?? 'Its token is invalid.')
  throw error
}

function refuseSignIn(why: string): never {
  refuse('company_sign_in_failed', { detail: `${why} Start again from the sign-in page.` })
}
