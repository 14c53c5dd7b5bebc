import { fetchOwn, isOwn } from '../../../../core/http/fetch-own.ts'
import type { Incoming } from '../../../../core/http/request.ts'
import type { Clock } from '../../../../core/kit/clock.ts'
import { isTree, parseJson, type Tree } from '../../../../core/kit/tree.ts'
import { formValue } from '../../../../core/oauth/client.ts'
import type { Rules } from '../../rules.ts'
import { readJwt } from './jwt.ts'
import { refuseOauth } from './refuse.ts'

/** A client, identified by its metadata document, or a local client without one. */
export interface Client {
  readonly id: string
  readonly title: string
  readonly redirectUris: readonly string[]
  readonly scopes: readonly string[]
  /** The public keys that authenticate the client. Null for a public client. */
  readonly keys: readonly Readonly<Record<string, unknown>>[] | null
}

interface Clients {
  /** Returns the calling client, authenticated if it has keys, and the key that authenticated it. */
  identify(incoming: Incoming): Promise<{ readonly client: Client; readonly kid: string }>
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const maxUses = 10_000

export function createClients({ clock, rules, base }: { clock: Clock; rules: Rules; base: () => string }): Clients {
  const usedAssertions = new Set<string>()

  function prove(client: Client, incoming: Incoming): string {
    const given = formValue(incoming, 'client_assertion')
    if (client.keys === null) {
      if (given !== null) refuseOauth(400, 'invalid_client', 'The client has no keys')
      return ''
    }
    if (given === null || formValue(incoming, 'client_assertion_type') !== assertionType)
      return refuseOauth(400, 'invalid_request', 'client_assertion_type required for "private_key_jwt"')
    const assertion = readJwt(given)
    const key = client.keys.find(({ kid }) => kid === assertion?.header.kid)
    if (!assertion || !key?.kid || !assertion.isSignedBy(key))
      return refuseOauth(400, 'invalid_client', 'Invalid client assertion')
    const { iss, sub, aud, jti, exp } = assertion.claims
    const isMeant = iss === client.id && sub === client.id && aud === base()
    if (!isMeant || typeof jti !== 'string' || typeof exp !== 'number' || exp * 1_000 <= clock.ms())
      return refuseOauth(400, 'invalid_client', 'Validation of "client_assertion" failed')
    if (usedAssertions.has(jti) || usedAssertions.size > maxUses)
      return refuseOauth(400, 'invalid_client', 'Client assertion replayed')
    usedAssertions.add(jti)
    return String(key.kid)
  }

  return {
    async identify(incoming) {
      const id = formValue(incoming, 'client_id') ?? refuseOauth(400, 'invalid_request', 'client_id required')
      const client = loopbackClient(id) ?? (await documentedClient(id, rules.clientsAt))
      return { client, kid: prove(client, incoming) }
    },
  }
}

/** Returns a client on this machine, whose ID contains its metadata. */
function loopbackClient(id: string): Client | null {
  if (!/^http:\/\/localhost\/?(?:\?|$)/.test(id)) return null
  const { searchParams } = new URL(id)
  const redirectUris = searchParams.getAll('redirect_uri')
  const isHere = redirectUris.every((uri) => /^http:\/\/(?:127\.0\.0\.1|\[::1\])[:/]/.test(uri))
  if (!isHere) return refuseOauth(400, 'invalid_client_metadata', 'Loopback redirect URIs must use a loopback address')
  const scopes = (searchParams.get('scope') ?? 'atproto').split(' ')
  return { id, title: 'An app on this machine', redirectUris, scopes, keys: null }
}

/** Reads a client's document. `from` is a URL on this machine that replaces the client's own. */
async function documentedClient(id: string, from: string): Promise<Client> {
  const bad = (why: string): never => refuseOauth(400, 'invalid_client_metadata', why)
  if (!URL.canParse(id) || !id.startsWith('https://')) return bad('client_id must be an https URL')
  const at = from === '' ? id : `${from}${new URL(id).pathname}`
  if (!isOwn(at)) return bad('The sandbox reads documents on this machine only: set clientsAt')
  const file = await fetchOwn(at)
  const document = parsed(file?.bytes.toString('utf8') ?? '')
  if (!document) return bad('The document of the client cannot be read')
  if (document.client_id !== id) return bad('client_id of the document differs from its address')
  if (document.dpop_bound_access_tokens !== true) return bad('dpop_bound_access_tokens must be true')
  const redirectUris = texts(document.redirect_uris)
  if (redirectUris.length === 0) return bad('At least one redirect_uri is required')
  const isProven = document.token_endpoint_auth_method === 'private_key_jwt'
  const keys = isProven ? keysOf(document.jwks) : null
  if (keys?.length === 0) return bad('private_key_jwt requires jwks')
  const scopes = typeof document.scope === 'string' ? document.scope.split(' ') : []
  return { id, title: typeof document.client_name === 'string' ? document.client_name : id, redirectUris, scopes, keys }
}

function keysOf(jwks: unknown): readonly Readonly<Record<string, unknown>>[] {
  const keys = typeof jwks === 'object' && jwks !== null && 'keys' in jwks ? jwks.keys : []
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'object' && key !== null && !('d' in key)) : []
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

function parsed(text: string): Tree | null {
  const value = parseJson(text)
  return isTree(value) ? value : null
}
