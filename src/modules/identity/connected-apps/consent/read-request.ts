import type { Scope } from '#kernel/caller.ts'
import type { IdentityDeps } from '../../deps.ts'
import { readScopes } from '../app-scopes.ts'
import { type Audience, findAudience, resourceOf } from '../audiences.ts'
import { findClient } from '../clients/actions.ts'
import type { Client } from '../clients/client.ts'
import { OauthFault } from '../oauth-fault.ts'
import { isRegistered } from '../redirect-uris.ts'
import { type Parameters, readParameters } from '../single-parameters.ts'

export type ConsentDeps = Pick<IdentityDeps, 'db' | 'clock' | 'config' | 'clientDocuments'>

/** The request of an app that sent a user's browser to `/oauth/authorize`. */
export interface AuthorizationRequest {
  readonly client: Client
  readonly redirectUri: string
  readonly state: string | null
  readonly scopes: readonly Scope[]
  readonly audience: Audience
  readonly challenge: string
}

/** `strange`: the return URL is not trusted, so the browser must not be sent there. */
export type ReadRequest =
  | { readonly kind: 'sound'; readonly request: AuthorizationRequest }
  | { readonly kind: 'strange'; readonly detail: string }
  | { readonly kind: 'refused'; readonly fault: OauthFault; readonly client: Client; readonly returnTo: string }

/** Reads the query of an authorization request. The same code runs when a user responds to it. */
export async function readRequest(deps: ConsentDeps, query: string): Promise<ReadRequest> {
  const given = readParameters(query)
  const whom = await readClient(deps, given)
  if ('kind' in whom) return whom
  const { client, redirectUri } = whom
  try {
    const state = given.read('state')
    return { kind: 'sound', request: { client, redirectUri, state, ...readAccess(deps, client, given) } }
  } catch (fault) {
    if (!(fault instanceof OauthFault)) throw fault
    const answer = { error: fault.error, error_description: fault.message }
    const returnTo = buildReturn(deps.config, { redirectUri, state: stateOf(given) }, answer)
    return { kind: 'refused', fault, client, returnTo }
  }
}

async function readClient(deps: ConsentDeps, given: Parameters) {
  const strange = (detail: string) => ({ kind: 'strange', detail }) as const
  try {
    const client = await findClient(deps, given.demand('client_id'))
    if (!client) return strange('Posthorn doesn’t recognize this app. Sign in from the app again to register it.')
    const redirectUri = given.demand('redirect_uri')
    if (isRegistered(client.redirectUris, redirectUri)) return { client, redirectUri }
    return strange(`${client.name} asked to return to a URL it hasn’t registered.`)
  } catch (fault) {
    if (!(fault instanceof OauthFault)) throw fault
    return strange(fault.message)
  }
}

const challengeShape = /^[A-Za-z0-9_-]{43}$/

function readAccess({ config }: ConsentDeps, client: Client, given: Parameters) {
  if (given.demand('response_type') !== 'code')
    throw new OauthFault('unsupported_response_type', 'Only `response_type=code` is supported.')
  const challenge = given.read('code_challenge')
  if (challenge === null || !challengeShape.test(challenge))
    throw new OauthFault('invalid_request', 'PKCE is required: send a `code_challenge` of 43 characters.')
  if (given.read('code_challenge_method') !== 'S256')
    throw new OauthFault('invalid_request', '`code_challenge_method` must be S256.')
  return { challenge, ...readReach(config, client, given) }
}

/** Reads the resource and scopes that a token is requested for. */
export function readReach(
  config: IdentityDeps['config'],
  client: Client,
  given: Parameters,
): { readonly scopes: readonly Scope[]; readonly audience: Audience } {
  const resource = given.read('resource')
  const audience = resource === null ? 'api' : findAudience(config, resource)
  if (audience === null) {
    const ours = `${resourceOf(config, 'api')} and ${resourceOf(config, 'mcp')}`
    throw new OauthFault('invalid_target', `This service issues tokens for ${ours} only.`)
  }
  return { audience, scopes: readScopes(given.read('scope'), client.scopes) }
}

function stateOf(given: Parameters): string | null {
  try {
    return given.read('state')
  } catch {
    return null
  }
}

/** Builds the URL that takes the browser back to the app. `iss` identifies the issuer (RFC 9207). */
export function buildReturn(
  config: Pick<IdentityDeps['config'], 'publicUrl'>,
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  url.searchParams.set('iss', config.publicUrl)
  return url.href
}
