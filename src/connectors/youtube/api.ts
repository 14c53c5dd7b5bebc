import { z } from 'zod'
import { type JsonCall, readAnswer, requireAddress, sendJson } from '#connectors/api/json-api.ts'
import type { Http, Outgoing, ReadCall } from '#connectors/connector.ts'
import type { Grant } from './auth/grant.ts'

/** YouTube's wire format: the API paths, and the parts of responses that several calls read. */

export const videoId = z.string().regex(/^[\w-]{1,100}$/)

type AuthorizedCall = Pick<ReadCall<Grant>, 'http' | 'grant'>

/** Reads from the Data API. */
export async function read<Shape extends z.ZodType>(
  { http, grant }: AuthorizedCall,
  name: string,
  path: string,
  query: Readonly<Record<string, string>>,
  shape: Shape,
): Promise<z.output<Shape>> {
  const requested = `/youtube/v3/${path}?${new URLSearchParams(query)}`
  return readAnswer(await sendJson(http, { name, method: 'GET', path: requested, token: grant.accessToken }), shape)
}

/** Writes to the Data API. */
export const write = ({ http, grant }: AuthorizedCall, call: Pick<JsonCall, 'name' | 'path' | 'json'>) =>
  sendJson(http, { ...call, method: 'POST', path: `/youtube/v3/${call.path}`, token: grant.accessToken })

/** Returns the URL of an upload, whose path has a prefix before the API path. */
export const uploadUrl = ({ addresses }: Http, path: string, query: Readonly<Record<string, string>>): string =>
  `${requireAddress(addresses, 'api')}/upload/youtube/v3/${path}?${new URLSearchParams(query)}`

/** Returns the public URL of a video. A Short has the same ID at a different URL. */
export function linkTo({ addresses }: Http, { format }: Pick<Outgoing, 'format'>, id: string): string {
  const web = requireAddress(addresses, 'web')
  return format === 'post' ? `${web}/watch?v=${id}` : `${web}/shorts/${id}`
}
