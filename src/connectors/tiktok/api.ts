import { z } from 'zod'
import { answerFailure, parseLongNumbers as jsonOf, requireAddress, sendJson } from '#connectors/api/json-api.ts'
import type { Answer, Http, ReadCall } from '#connectors/connector.ts'
import type { Grant } from './auth/grant.ts'

/** TikTok's wire format: requests and the parts of responses that are read. */

/** A post ID, as text: it has more digits than a JavaScript number can hold. */
export const id = z.union([z.string().regex(/^[0-9]{1,20}$/), z.int().min(0).transform(String)])
export const publishId = z.string().min(1).max(64)

/** Sends a request with a JSON body and parses the response envelope. */
export async function ask<T>(
  { http, grant }: Pick<ReadCall<Grant>, 'http' | 'grant'>,
  name: string,
  path: string,
  json: object,
  shape: z.ZodType<T>,
): Promise<{ readonly data: T; readonly answer: Answer }> {
  // TikTok's documented requests include the charset.
  const headers = { 'content-type': 'application/json; charset=UTF-8' }
  const answer = await sendJson(http, { name, method: 'POST', path, token: grant.accessToken, json, headers })
  return { data: read(answer, shape), answer }
}

export { jsonOf }

const envelope = z.object({ error: z.object({ code: z.string() }), data: z.unknown() })

/** Parses a response. Throws for an error, which may have status 200, as for any failure. */
export function read<T>(answer: Answer, shape: z.ZodType<T>): T {
  const envelopeBody = envelope.safeParse(jsonOf(answer.body.toString('utf8'))).data
  if (!envelopeBody) throw answerFailure(answer, 'unreadable')
  if (envelopeBody.error.code !== 'ok') throw answerFailure(answer, null)
  const result = shape.safeParse(envelopeBody.data)
  if (result.success) return result.data
  throw answerFailure(answer, 'unreadable')
}

/** Returns the public URL of an account or of one of its posts, or null if the username is unknown. */
export function linkTo(
  { addresses }: Http,
  username: unknown,
  post?: { readonly kind: 'video' | 'photo'; readonly id: string },
): string | null {
  if (typeof username !== 'string' || !/^[\w.]{1,50}$/.test(username)) return null
  const profile = `${requireAddress(addresses, 'auth')}/@${username}`
  return post ? `${profile}/${post.kind}/${post.id}` : profile
}
