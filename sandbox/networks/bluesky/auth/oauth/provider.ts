import { type Answer, type Incoming, ok, Refused } from '../../../../core/http/request.ts'
import { noToken, route } from '../../../../core/http/route.ts'
import type { Route, World } from '../../../../core/network.ts'
import { authorizeRoutes, sorry } from '../../../../core/oauth/authorize.ts'
import type { Code } from '../../../../core/oauth/codes.ts'
import type { ConsentTexts } from '../../../../core/oauth/consent-page.ts'
import { createTokens } from '../../../../core/oauth/tokens.ts'
import type { Rules } from '../../rules.ts'
import type { Account, Accounts } from '../../state/accounts.ts'
import { errorAnswer } from '../../wire/refusals.ts'
import { createClients } from './clients.ts'
import { createProofs } from './proofs.ts'
import { refuseOauth } from './refuse.ts'
import { type PushedRequest, readRequest, requestMs, scopeTitles } from './requests.ts'
import { tokenRoutes } from './token-routes.ts'

/**
 * The authorization server of the accounts here: people authorize apps on its page, according to the protocol's OAuth
 * profile.
 */
export interface Provider {
  readonly routes: readonly Route[]
  /** Returns the account of a call with an OAuth token. Null if the call has none. */
  accountOf(incoming: Incoming): Account | null
  /** Returns only the name of the account, for faults and the call log. */
  nameIn(incoming: Incoming): string | null
  endAll(account: Account): void
}

const texts: ConsentTexts = {
  signed: ' | Bluesky',
  title: 'Grant access to your account',
  lead: 'wants to access your account.',
  allow: 'Sign in and allow as',
  cancel: 'Deny access',
  sorry: 'An error occurred',
}

const tokenOf = ({ headers }: Incoming): string | null =>
  /^DPoP +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null

export function createProvider(world: World, { accounts, rules }: { accounts: Accounts; rules: Rules }): Provider {
  const { clock, random, url } = world
  const base = () => `${url()}/bluesky`
  const luck = random.stream(`bluesky/oauth/${clock.ms()}`)
  const secret = () => Array.from({ length: 4 }, () => Math.floor(luck() * 2 ** 32).toString(36)).join('')
  const person = accounts.byName
  const codes = new Map<string, Code<Account>>()
  const requests = new Map<string, PushedRequest>()
  /** The request for each code: the token must be requested with the same keys. */
  const requestOfCode = new Map<string, PushedRequest>()
  const proofs = createProofs(world, rules)
  const clients = createClients({ clock, rules, base })
  const tokens = createTokens<Account>({ world, network: 'bluesky-oauth', secret, person })

  /** Checks the client and its key first. */
  async function requireClient(incoming: Incoming) {
    const proof = proofs.check(incoming)
    if ('error' in proof) return refuseOauth(400, proof.error, proof.why)
    return { ...(await clients.identify(incoming)), key: proof.key }
  }

  /** Adds the nonce for the next proof to every response, including rejections. */
  const withNonce =
    (handle: Route['handle']): Route['handle'] =>
    async (incoming) => {
      const add = (answer: Answer): Answer => ({
        ...answer,
        headers: { ...answer.headers, 'DPoP-Nonce': proofs.nonce(), 'Cache-Control': 'no-store' },
      })
      try {
        return add(await handle(incoming))
      } catch (error) {
        throw error instanceof Refused ? new Refused(add(error.answer)) : error
      }
    }

  function openRequest(query: URLSearchParams): PushedRequest {
    const request = requests.get(query.get('request_uri') ?? '')
    if (!request || request.clientId !== query.get('client_id') || request.untilMs <= clock.ms())
      return sorry(texts, 'This request has expired. Go back to the app and start again.')
    return request
  }

  const consent = authorizeRoutes<Account>(
    { world, base, secret, person, codes },
    {
      path: '/oauth/authorize',
      parameters: ['client_id', 'request_uri'],
      texts,
      scopeTitles,
      read: (query) => openRequest(query),
      denied: () => ({ iss: base(), error: 'access_denied', error_description: 'Access denied' }),
      checkPerson({ status, handle }) {
        if (status !== null) sorry(texts, `The account @${handle} is ${status}.`, { status: 403 })
      },
      handle: ({ handle }) => `@${handle}`,
      codeMs: () => requestMs,
      granted({ code, query }) {
        const uri = query.get('request_uri') ?? ''
        requestOfCode.set(code, openRequest(query))
        requests.delete(uri)
        return { iss: base() }
      },
    },
  )

  const push: Route = route(
    'POST',
    '/oauth/par',
    'pushRequest',
    { accepts: ['form'] },
    withNonce(async (incoming) => {
      const { client, kid, key } = await requireClient(incoming)
      const uri = `urn:ietf:params:oauth:request_uri:req-${secret()}`
      const untilMs = clock.ms() + requestMs
      const read = readRequest(incoming, client)
      requests.set(uri, { ...read, clientId: client.id, app: client.title, key, kid, untilMs })
      return { status: 201, body: { request_uri: uri, expires_in: requestMs / 1_000 } }
    }),
  )

  return {
    routes: [
      ...metadataRoutes(base),
      push,
      ...consent,
      ...tokenRoutes({ world, rules, codes, requestOfCode, tokens, requireClient }).map((route) => ({
        ...route,
        handle: withNonce(route.handle),
      })),
    ],
    accountOf(incoming) {
      const text = tokenOf(incoming)
      if (text === null) return null
      const refuse = (error: string, message: string): never => {
        const answer = errorAnswer(401, error, message)
        const text = `DPoP algs="ES256", error="${error}", error_description="${message.replaceAll('"', '')}"`
        throw new Refused({ ...answer, headers: { 'WWW-Authenticate': text, 'DPoP-Nonce': proofs.nonce() } })
      }
      const proof = proofs.check(incoming, text)
      if ('error' in proof) return refuse(proof.error, proof.why)
      const token = tokens.find(text)
      if (token?.use !== 'access' || !tokens.isLive(token))
        return refuse('invalid_token', 'Token is invalid or expired')
      if (token.grant.tag.split(' ')[0] !== proof.key) return refuse('invalid_token', 'DPoP key mismatch')
      if (!token.grant.scopes.includes('transition:generic'))
        throw new Refused(errorAnswer(403, 'ScopeMissingError', 'Missing required scope "transition:generic"'))
      return token.grant.person
    },
    nameIn(incoming) {
      const text = tokenOf(incoming)
      if (text !== null) return tokens.nameIn(text)
      const form = incoming.body.kind === 'form' ? new Map(incoming.body.fields) : new Map<string, string>()
      const code = codes.get(form.get('code') ?? '')
      return code?.person.name ?? tokens.nameIn(form.get('refresh_token') ?? form.get('token') ?? '')
    },
    endAll(account) {
      tokens.endAll(account)
    },
  }
}

/** Returns the routes of the documents that describe the authorization server and its features to clients. */
function metadataRoutes(base: () => string): readonly Route[] {
  const at = (name: string, call: string, body: () => object): Route =>
    route('GET', `/.well-known/${name}`, call, noToken, () => ok(body()))
  return [
    at('oauth-protected-resource', 'resourceMetadata', () => ({
      resource: base(),
      authorization_servers: [base()],
      scopes_supported: [],
      bearer_methods_supported: ['header'],
      resource_documentation: 'https://atproto.com',
    })),
    at('oauth-authorization-server', 'issuerMetadata', () => ({
      issuer: base(),
      authorization_endpoint: `${base()}/oauth/authorize`,
      token_endpoint: `${base()}/oauth/token`,
      pushed_authorization_request_endpoint: `${base()}/oauth/par`,
      revocation_endpoint: `${base()}/oauth/revoke`,
      scopes_supported: Object.keys(scopeTitles),
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['ES256'],
      dpop_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
      require_pushed_authorization_requests: true,
      client_id_metadata_document_supported: true,
    })),
  ]
}
