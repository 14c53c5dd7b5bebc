import { OauthFault } from '../oauth-fault.ts'
import { findRedirectFault } from '../redirect-uris.ts'

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

/** A program that only lists unsupported values could not work. One that lists more gets what is supported. */
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
