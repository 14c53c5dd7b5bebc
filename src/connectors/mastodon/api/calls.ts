import { z } from 'zod'
import { webUrl } from '#connectors/api/web-url.ts'
import type { Answer, Http, HttpRequest } from '#connectors/connector.ts'

/** Mastodon's wire format: requests and the parts of responses that are read. */

/** An opaque ID, although it looks like a number. */
const id = z.string().min(1).max(200)

const count = z.number().int().min(0)

export const attachmentAnswer = z.object({ id })

export const statusAnswer = z.object({
  id,
  url: webUrl,
  created_at: z.coerce.date(),
  edited_at: z.string().nullish(),
  visibility: z.string().optional(),
  in_reply_to_id: z.string().nullish(),
  media_attachments: z.array(z.object({ id: z.string() })),
  application: z.object({ name: z.string() }).nullish(),
  /** Set for a post that quotes another post. */
  quote: z.object({}).nullish().catch(null),
})
export type StatusAnswer = z.infer<typeof statusAnswer>

export const statusesAnswer = z.array(statusAnswer)

export const sourceAnswer = z.object({ text: z.string(), spoiler_text: z.string() })

export const countsAnswer = z.object({
  id,
  favourites_count: count,
  reblogs_count: count,
  replies_count: count,
  quotes_count: count.optional(),
})
export type CountsAnswer = z.infer<typeof countsAnswer>

export const accountAnswer = z.object({
  id,
  username: z.string().min(1).max(200),
  display_name: z.string().max(500),
  url: webUrl,
  avatar: webUrl,
  followers_count: count.nullish(),
  following_count: count.nullish(),
  statuses_count: count.nullish(),
})

export const appAnswer = z.object({ name: z.string().max(500).nullish(), scopes: z.array(z.string()).optional() })

export const nodeinfoLinks = z.object({ links: z.array(z.object({ rel: z.string(), href: z.string() })) })
export const nodeinfoAnswer = z.object({ software: z.object({ name: z.string().max(500) }) })

export interface Server {
  readonly apiUrl: string
  /** Omitted if the call does not need authentication. */
  readonly accessToken?: string
}

type ServerCall = Omit<HttpRequest, 'url'> & { readonly path: string }

/** Sends a call. Errors differ only by their text, so English texts are requested. */
export function ask(
  http: Http,
  { apiUrl, accessToken }: Server,
  { path, headers, ...rest }: ServerCall,
): Promise<Answer> {
  return http.send({
    ...rest,
    url: `${apiUrl}${path}`,
    headers: {
      accept: 'application/json',
      'accept-language': 'en',
      ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
      ...headers,
    },
  })
}

/** Sends an unauthenticated form, as for requesting apps and their tokens. */
export const postForm = (
  http: Http,
  apiUrl: string,
  name: string,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<Answer> =>
  ask(
    http,
    { apiUrl },
    {
      name,
      method: 'POST',
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    },
  )

export const pathOf = (remoteId: string): string => encodeURIComponent(remoteId)
