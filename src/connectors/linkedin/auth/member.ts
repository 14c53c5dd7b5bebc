import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import type { Http } from '#connectors/connector.ts'
import { ask } from '../api/restli.ts'
import type { Grant } from './grant.ts'

export interface Member {
  readonly urn: string
  readonly name: string | null
  /** The name in the URL of the member's page; some apps do not receive it. */
  readonly vanityName: string | null
  readonly picture: string | null
}

const text = z.string().max(500).nullish().catch(null)
const memberId = z.string().regex(/^[\w-]{1,100}$/)
const openId = z.object({
  sub: memberId,
  name: text,
  picture: z
    .url({ protocol: /^https?$/ })
    .max(4_096)
    .nullish()
    .catch(null),
})
const basic = z.object({ id: memberId, localizedFirstName: text, localizedLastName: text, vanityName: text })

/**
 * Reads the signed-in member. An app has either the sign-in product or the page management product, so there are two
 * ways to read it. Both return the same ID, which differs between apps.
 */
export async function askMember(
  http: Http,
  { accessToken: token, scopes }: Pick<Grant, 'accessToken' | 'scopes'>,
): Promise<Member> {
  if (scopes.includes('openid')) {
    const request = { name: 'getUserInfo', method: 'GET', path: '/v2/userinfo', token } as const
    const { sub, name, picture } = readAnswer(await ask(http, request), openId)
    return { urn: urnOf(sub), name: name?.trim() || null, vanityName: null, picture: picture ?? null }
  }
  const me = readAnswer(await ask(http, { name: 'getMe', method: 'GET', path: '/rest/me', token }), basic)
  const name = [me.localizedFirstName, me.localizedLastName].filter(Boolean).join(' ').trim()
  return { urn: urnOf(me.id), name: name || null, vanityName: me.vanityName || null, picture: null }
}

const urnOf = (id: string): string => `urn:li:person:${id}`
