import type { JsonObject } from '#connectors/connector.ts'
import { knowsKeys } from '../api/instance.ts'

/**
 * Quotes came with Mastodon 4.5, version 7 of its API. An older server would ignore the quote and publish the post
 * without it, so a post that quotes is refused for an account there.
 */
const apiSince = 7

/** True for an account on a server that knows quotes. Accounts from before Posthorn read it have only a version. */
export function mayQuote({ apiVersion, version, ...facts }: JsonObject): boolean {
  if (typeof apiVersion === 'number') return apiVersion >= apiSince
  const [, major = '0', minor = '0'] = /^(\d{1,4})\.(\d{1,4})\./.exec(String(version ?? '')) ?? []
  return knowsKeys(facts) && (Number(major) > 4 || (Number(major) === 4 && Number(minor) >= 5))
}

const idAlone = /^(?=.*\d)[0-9A-Za-z]{6,64}$/
/** The addresses of a post: that of its page, and those in the server's own app. */
const inPath = /\/(?:@[^/]{1,300}|users\/[^/]{1,300}\/statuses|statuses)\/([0-9A-Za-z]{1,64})\/?$/

/**
 * Returns the id of the post to quote on the account's own server. Null: the text names no post there. The link of
 * another server contains that server's id, which is another post here or none.
 */
export function quotedIn(named: string, facts: JsonObject): string | null {
  if (idAlone.test(named)) return named
  const url = URL.parse(named)
  if (!url || !hostsOf(facts).includes(url.host)) return null
  return inPath.exec(url.pathname)?.[1] ?? null
}

/** Returns the name under which people open the account's server. */
export const serverNameOf = (facts: JsonObject): string => hostsOf(facts)[0] ?? 'the server of the account'

/** Lists the names of the account's server: handles may have another domain than its pages. */
const hostsOf = ({ host, apiUrl, profileUrl }: JsonObject): readonly string[] =>
  [apiUrl, profileUrl].flatMap((url) => URL.parse(String(url))?.host ?? []).concat(typeof host === 'string' ? host : [])
