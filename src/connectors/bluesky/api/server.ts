import { z } from 'zod'
import { CallFailed, type Http } from '#connectors/connector.ts'
import { parseStorable } from '#kernel/text/parse-storable.ts'
import { query } from './xrpc.ts'

const lookMs = 10_000

/**
 * Finds the server that holds a person's records. The person's DID names a document, which names the server. The
 * document comes from the directory, or from the host in the DID itself, never from a server that claims to be the
 * person's.
 */
export async function serverOfDid(http: Http, did: string): Promise<string | null> {
  const url = documentUrl(http, did)
  if (url === null) return null
  const answer = await http.send({ name: 'didDocument', method: 'GET', url, timeoutMs: lookMs })
  return serverIn(parsed(answer.body.toString('utf8')), did)
}

function documentUrl(http: Http, did: string): string | null {
  const { directory } = http.addresses
  if (/^did:plc:[a-z0-9]{1,64}$/.test(did)) return directory === undefined ? null : `${directory}/${did}`
  const host = /^did:web:([a-z0-9.-]{1,253})$/i.exec(did)?.[1]
  return host === undefined ? null : `https://${host}/.well-known/did.json`
}

const document = z.object({
  id: z.string(),
  service: z.array(z.object({ id: z.string(), serviceEndpoint: z.unknown() })).optional(),
})

/** Returns the server named in this DID's document. */
export function serverIn(given: unknown, did: string): string | null {
  const result = document.safeParse(given)
  if (!result.success || result.data.id !== did) return null
  const entry = result.data.service?.find(({ id }) => id === '#atproto_pds' || id === `${did}#atproto_pds`)
  return typeof entry?.serviceEndpoint === 'string' ? addressOf(entry.serviceEndpoint) : null
}

/** Normalizes a server URL and removes the trailing slash. Returns null if the text is not a server URL. */
export function addressOf(text: string): string | null {
  const url = URL.parse(text.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    return null
  return url.href.replace(/(?<!\/)\/+$/, '')
}

/** The network's own hosts. Their users sign in at the shared entry server. */
const behindTheDoor = /(?:^|\.)bsky\.(?:network|social)$/

/**
 * Finds the sign-in server for a user who names none: the server that the handle leads to, otherwise the shared entry
 * server.
 */
export async function signInServer(http: Http, identifier: string): Promise<string | null> {
  const { api = null } = http.addresses
  if (api === null || identifier.includes('@')) return api
  try {
    const did = identifier.startsWith('did:') ? identifier : await resolveHandle(http, api, identifier, lookMs)
    const server = await serverOfDid(http, did)
    return server === null || behindTheDoor.test(new URL(server).hostname) ? api : server
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return api
  }
}

function parsed(text: string): unknown {
  try {
    return parseStorable(text)
  } catch {
    return null
  }
}

const did = z.string().regex(/^did:[a-z]+:[a-zA-Z0-9._:%-]+$/)

export async function resolveHandle(http: Http, server: string, handle: string, timeoutMs: number): Promise<string> {
  const nsid = 'com.atproto.identity.resolveHandle'
  return (await query(http, { server, nsid, params: { handle }, timeoutMs }, z.object({ did }))).did
}
