import { OutboundFailure } from '#infra/outbound/failure.ts'
import type { Outbound } from '#infra/outbound/outbound.ts'
import { type Clock, minutes } from '#kernel/clock.ts'
import { usualScopes } from '../app-scopes.ts'
import { OauthFault } from '../oauth-fault.ts'
import { findRedirectFault } from '../redirect-uris.ts'
import type { Client } from './client.ts'

/**
 * Reads programs whose `client_id` is the URL of a document about them (OAuth Client ID Metadata Documents). The owner
 * of the URL vouches for the program, so nothing is registered or stored.
 */
export interface ClientDocuments {
  /** Returns the program described by a document, or null if the URL has none. */
  read(address: string): Promise<Client | null>
}

const keptMs = minutes(5)
const keptMost = 1_000
const maxBytes = 10 * 1024
const timeoutMs = 5_000

/**
 * Caches results for five minutes, including failures, so that no one can make Posthorn send many requests to a third
 * party.
 */
export function createClientDocuments(deps: {
  readonly clock: Clock
  readonly outbound: Pick<Outbound, 'request'>
}): ClientDocuments {
  const known = new Map<string, { readonly untilMs: number; readonly client: Promise<Client | null> }>()
  return {
    read(address) {
      if (!isDocumentAddress(address)) return Promise.resolve(null)
      const nowMs = deps.clock.now().getTime()
      const found = known.get(address)
      if (found && nowMs < found.untilMs && found.untilMs <= nowMs + keptMs) return found.client
      if (known.size >= keptMost) known.clear()
      const client = fetchClient(deps.outbound, address)
      known.set(address, { untilMs: nowMs + keptMs, client })
      return client
    },
  }
}

/** An https URL with a path, in a form that can only be written one way. */
function isDocumentAddress(address: string): boolean {
  const url = address.length <= 1_000 ? URL.parse(address) : null
  return (
    url?.protocol === 'https:' &&
    url.pathname !== '/' &&
    url.href === address &&
    url.hash === '' &&
    url.username === '' &&
    url.password === ''
  )
}

async function fetchClient(outbound: Pick<Outbound, 'request'>, address: string): Promise<Client | null> {
  try {
    const headers = { accept: 'application/json' }
    const { status, body } = await outbound.request({ url: address, headers, timeoutMs, maxBytes, userNamed: true })
    return status === 200 ? readDocument(address, body.toString('utf8')) : null
  } catch (error) {
    if (error instanceof OutboundFailure || error instanceof OauthFault || error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * Reads a document, which must name its own URL. Programs with their own keys are rejected, because the keys would not
 * be checked.
 */
function readDocument(address: string, text: string): Client | null {
  const document: unknown = JSON.parse(text)
  const { name, homeUrl, redirectUris } = readMetadata(document)
  const { client_id, token_endpoint_auth_method = 'none' } = document as Readonly<Record<string, unknown>>
  if (client_id !== address || token_endpoint_auth_method !== 'none') return null
  return { id: address, name, homeUrl, redirectUris, scopes: usualScopes, namedBy: 'document' }
}

/** The metadata that a program sends about itself (RFC 7591). Unknown fields are ignored, as the standard requires. */
interface ClientMetadata {
  readonly name: string
  readonly homeUrl: string | null
  readonly redirectUris: readonly string[]
}

const mostRedirects = 20
const longestName = 100

/** Reads the metadata of a program. */
export function readMetadata(body: unknown): ClientMetadata {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new OauthFault('invalid_client_metadata', 'Send the metadata as a JSON object.')
  const given = body as Readonly<Record<string, unknown>>
  const redirectUris = readRedirects(given.redirect_uris)
  requireKnown(given.response_types, 'response_types', ['code'])
  return { name: readName(given.client_name, redirectUris), homeUrl: readHome(given.client_uri), redirectUris }
}

function readRedirects(given: unknown): string[] {
  const fault = (description: string) => new OauthFault('invalid_redirect_uri', description)
  if (!Array.isArray(given) || given.length === 0)
    throw fault('Include at least one redirect URI in `redirect_uris`, such as http://127.0.0.1/callback.')
  if (given.length > mostRedirects) throw fault(`Include at most ${mostRedirects} redirect URIs.`)
  return given.map((one: unknown, nth) => {
    if (typeof one !== 'string') throw fault(`\`redirect_uris\` ${nth} must be a string.`)
    const wrong = findRedirectFault(one)
    if (wrong) throw fault(`\`redirect_uris\` ${nth} ${wrong}.`)
    return one
  })
}

/**
 * A program that lists only unsupported values could not work. For one that also lists supported values, those are
 * used.
 */
function requireKnown(given: unknown, field: string, known: readonly string[]): void {
  if (given === undefined) return
  if (!Array.isArray(given) || !given.some((one) => known.includes(one)))
    throw new OauthFault('invalid_client_metadata', `\`${field}\` must include ${known.join(' or ')}.`)
}

/** Users see the name, so it is a single line without characters that could hide or reverse the text next to it. */
function readName(given: unknown, [first = '']: readonly string[]): string {
  const name = typeof given === 'string' ? given.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim() : ''
  return [...(name || URL.parse(first)?.host || 'An app')].slice(0, longestName).join('')
}

function readHome(given: unknown): string | null {
  const url = typeof given === 'string' && given.length <= 500 ? URL.parse(given) : null
  return url?.protocol === 'https:' && url.username === '' ? url.href : null
}
