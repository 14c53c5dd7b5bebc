import type { JsonObject } from '#connectors/connector.ts'
import { knowsKeys } from '../api/instance.ts'

/**
 * Mastodon 4.5, with version 7 of its API, introduced quotes. An older server would ignore the quote and publish the
 * post without it, so a quote post is refused for an account there.
 */
const apiSince = 7

/**
 * True for an account on a server that supports quotes. Accounts stored before Posthorn read the API version have only
 * the server version.
 */
export function mayQuote({ apiVersion, version, ...facts }: JsonObject): boolean {
  if (typeof apiVersion === 'number') return apiVersion >= apiSince
  const [, major = '0', minor = '0'] = /^(\d{1,4})\.(\d{1,4})\./.exec(String(version ?? '')) ?? []
  return knowsKeys(facts) && (Number(major) > 4 || (Number(major) === 4 && Number(minor) >= 5))
}

const idAlone = /^(?=.*\d)[0-9A-Za-z]{6,64}$/
/** The URLs of a post: its page, and those in the server's own app. */
const inPath = /\/(?:@[^/]{1,300}|users\/[^/]{1,300}\/statuses|statuses)\/([0-9A-Za-z]{1,64})\/?$/

/**
 * Returns the ID of the post to quote on the account's own server, or null if the text does not name a post there. A
 * link to another server contains that server's ID, which identifies a different post here, or none.
 */
export function quotedIn(named: string, facts: JsonObject): string | null {
  if (idAlone.test(named)) return named
  const url = URL.parse(named)
  if (!url || !hostsOf(facts).includes(url.host)) return null
  return inPath.exec(url.pathname)?.[1] ?? null
}

/** Returns the host name under which people open the account's server. */
export const serverNameOf = (facts: JsonObject): string => hostsOf(facts)[0] ?? 'the account’s server'

/** Lists the host names of the account's server: handles may have a different domain than its pages. */
const hostsOf = ({ host, apiUrl, profileUrl }: JsonObject): readonly string[] =>
  [apiUrl, profileUrl].flatMap((url) => URL.parse(String(url))?.host ?? []).concat(typeof host === 'string' ? host : [])
