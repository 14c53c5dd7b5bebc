import { z } from 'zod'
import { type Addresses, type Answer, CallFailed, type Http, type ReadCall } from '#connectors/connector.ts'
import { parseLongNumbers as jsonOf } from '#connectors/long-numbers.ts'
import type { Grant } from './grant.ts'

/** How TikTok is asked, and what it answers as far as it is read here. */

/** Numbers of posts have more digits than a number of JavaScript keeps. */
export const id = z.union([z.string().regex(/^[0-9]{1,20}$/), z.int().min(0).transform(String)])
export const publishId = z.string().min(1).max(64)

/** A question with a JSON body, of which the answer says in its own words whether it is one. */
export async function ask<T>(
  { http, grant }: Pick<ReadCall<Grant>, 'http' | 'grant'>,
  name: string,
  path: string,
  json: object,
  shape: z.ZodType<T>,
): Promise<{ readonly data: T; readonly answer: Answer }> {
  const answer = await http.send({
    name,
    method: 'POST',
    url: `${addressOf(http.addresses, 'api')}${path}`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${grant.accessToken}`,
      'content-type': 'application/json; charset=UTF-8',
    },
    body: JSON.stringify(json),
  })
  return { data: read(answer, shape), answer }
}

export { jsonOf }

const envelope = z.object({ error: z.object({ code: z.string() }), data: z.unknown() })

/** An answer with status 200 may be a no. Throws for it as for every other. */
export function read<T>(answer: Answer, shape: z.ZodType<T>): T {
  const told = envelope.safeParse(jsonOf(answer.body.toString('utf8'))).data
  if (!told) throw whole(answer, 'unreadable')
  if (told.error.code !== 'ok') throw whole(answer, null)
  const result = shape.safeParse(told.data)
  if (result.success) return result.data
  throw whole(answer, 'unreadable')
}

export function whole({ status, headers, body }: Answer, code: string | null): CallFailed {
  return new CallFailed({ sent: 'answered', status, headers, body: body.toString('utf8', 0, 4_096), code })
}

/** What TikTok's own rule says, found out before it has to: in the words in which it would say so. */
export const refusedBy = (code: string, message: string): CallFailed =>
  new CallFailed({
    sent: 'answered',
    status: 403,
    headers: {},
    body: JSON.stringify({ error: { code, message } }),
    code: null,
  })

export function addressOf(addresses: Addresses, name: keyof Addresses): string {
  const address = addresses[name]
  if (address === undefined) throw new Error(`tiktok has no address for ${name}`)
  return address
}

/** Where people see what an account shows, or the one post. Null: the network did not say how it is called. */
export function linkTo(
  { addresses }: Http,
  username: unknown,
  post?: { readonly kind: 'video' | 'photo'; readonly id: string },
): string | null {
  if (typeof username !== 'string' || !/^[\w.]{1,50}$/.test(username)) return null
  const profile = `${addressOf(addresses, 'auth')}/@${username}`
  return post ? `${profile}/${post.kind}/${post.id}` : profile
}
