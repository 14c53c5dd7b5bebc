import { z } from 'zod'
import { requireAddress } from '#connectors/api/json-api.ts'
import { isWebUrl } from '#connectors/api/web-url.ts'
import type { Http } from '#connectors/connector.ts'
import {
  appProof,
  type GraphCall,
  id,
  type Params,
  sendGraphCall,
  withoutVersion,
} from '#connectors/meta/graph-call.ts'

/** Facebook's wire format: requests and the parts of responses that are read. */

/** The ID of a post, which usually begins with its page's ID. A bare ID may arrive unquoted. */
export const postId = z.union([id, z.string().regex(/^[0-9]{1,40}_[0-9]{1,40}$/)])

interface AuthorizedCall extends GraphCall {
  /** Videos have a separate host. */
  readonly at?: 'api' | 'video'
  /** Null if the call does not need a token. */
  readonly token: string | null
}

export const ask = (http: Http, { at = 'api', token, ...call }: AuthorizedCall) =>
  sendGraphCall(http, requireAddress(http.addresses, at), token === null ? null : `OAuth ${token}`, {
    ...call,
    params: { ...call.params, ...proofOf(http, token) },
  })

export const authorization = (token: string | null): Params =>
  token === null ? {} : { authorization: `OAuth ${token}` }

export const proofOf = ({ app }: Http, token: string | null): Params =>
  app === null || token === null ? {} : { appsecret_proof: appProof(app.clientSecret, token) }

/** A permanent link. Videos have it without the host. */
export const permalink = z
  .string()
  .max(4_096)
  .nullish()
  .transform((text) => (text && (text.startsWith('/') || isWebUrl(text)) ? text : null))

/** The path of a story, which has no other URL. */
export const storyPath = (remoteId: string): string => `/stories/${remoteId}`

/** Returns the public URL of a path, on the consent page's host, without the version. */
export function linkTo({ addresses }: Http, path: string): string {
  if (!path.startsWith('/')) return path
  return `${withoutVersion(requireAddress(addresses, 'auth'))}${path}`
}
