import { z } from 'zod'
import { ownFailure, readAnswer } from '#connectors/api/json-api.ts'
import { CallFailed, type Http } from '#connectors/connector.ts'
import { resolveHandle } from '../api/resolve-handle.ts'
import { addressOf, serverOfDid } from '../api/server.ts'
import { cleaned } from './identifier.ts'

/** Resolves what a user types to the server where they sign in: handle, DID, the account's server, its issuer. */

const lookMs = 10_000

interface Found {
  /** Null if the user named only a server and identifies themselves there. */
  readonly did: string | null
  readonly issuer: Issuer
}

export async function findIssuer(http: Http, name: string): Promise<Found> {
  if (/^https?:\/\//i.test(name)) {
    const server = addressOf(name)
    if (server === null) throw ownFailure('BadServer')
    return { did: null, issuer: await issuerOfServer(http, server) }
  }
  const did = await didOf(http, cleaned(name))
  return { did, issuer: await issuerOfAccount(http, did) }
}

async function didOf(http: Http, identifier: string): Promise<string> {
  if (identifier.startsWith('did:')) return identifier
  const { api } = http.addresses
  if (api === undefined) throw ownFailure('NoServer')
  try {
    return await resolveHandle(http, api, identifier, lookMs)
  } catch (error) {
    const isUnknown = error instanceof CallFailed && error.failure.status === 400
    throw isUnknown ? ownFailure('HandleUnknown') : error
  }
}

/** Returns the issuer of the server that the account's DID document names. */
export async function issuerOfAccount(http: Http, did: string): Promise<Issuer> {
  const server = await serverOfDid(http, did)
  if (server === null) throw ownFailure('NoServerOfAccount')
  return { ...(await issuerOfServer(http, server)), server }
}

const resource = z.object({ authorization_servers: z.array(z.string()).length(1) })

const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.string(),
  pushed_authorization_request_endpoint: z.string(),
  revocation_endpoint: z.string().optional(),
})

/** The server that issues tokens for an account. */
interface Issuer {
  readonly id: string
  /** The account's own server. Null until the user has signed in. */
  readonly server: string | null
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly requestUrl: string
  readonly revokeUrl: string | null
}

async function issuerOfServer(http: Http, server: string): Promise<Issuer> {
  const [id = server] = await issuersNamedBy(http, server)
  const about = await read(http, `${id}/.well-known/oauth-authorization-server`, 'issuerMetadata', metadata)
  // Otherwise a server could name another server and collect the codes meant for it.
  if (about.issuer !== id) throw ownFailure('OtherIssuer')
  return {
    id,
    server: null,
    authorizeUrl: about.authorization_endpoint,
    tokenUrl: about.token_endpoint,
    requestUrl: about.pushed_authorization_request_endpoint,
    revokeUrl: about.revocation_endpoint ?? null,
  }
}

/** Returns the issuers that an account's server trusts. A server without this document may be an issuer itself. */
async function issuersNamedBy(http: Http, server: string): Promise<readonly string[]> {
  try {
    const url = `${server}/.well-known/oauth-protected-resource`
    return (await read(http, url, 'resourceMetadata', resource)).authorization_servers
  } catch (error) {
    if (error instanceof CallFailed && error.failure.status === 404) return []
    throw error
  }
}

async function read<Shape extends z.ZodType>(http: Http, url: string, name: string, shape: Shape) {
  const headers = { accept: 'application/json' }
  return readAnswer(await http.send({ name, method: 'GET', url, headers, timeoutMs: lookMs }), shape)
}
