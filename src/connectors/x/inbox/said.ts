import { z } from 'zod'
import { type InboxCall, type Said, saidTextMax } from '#connectors/contract/inbox.ts'
import { id, urlOf } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { entities, readableOf } from '../post/same-text.ts'

/** The fields to request with each post that others wrote. */
export const asked = {
  'tweet.fields':
    'author_id,created_at,conversation_id,in_reply_to_user_id,referenced_tweets,entities,attachments,lang,note_tweet',
  expansions: 'author_id,attachments.media_keys',
  'user.fields': 'name,username',
  'media.fields': 'media_key,type,alt_text',
} as const

const references = z.array(z.object({ type: z.string(), id })).nullish()
const long = z.object({ text: z.string(), entities: entities.nullish() }).nullish()

const seen = z.object({
  id,
  text: z.string(),
  author_id: id.nullish(),
  created_at: z.coerce.date(),
  conversation_id: id.nullish(),
  in_reply_to_user_id: id.nullish(),
  lang: z.string().max(20).nullish().catch(null),
  entities: entities.nullish(),
  attachments: z.object({ media_keys: z.array(z.string()).nullish() }).nullish(),
  referenced_tweets: references,
  // The names in a newer version of the specification.
  referenced_posts: references,
  note_tweet: long,
  note_post: long,
})
export type Seen = z.output<typeof seen>

export const page = z.object({
  data: z.array(seen).nullish(),
  includes: z
    .object({
      users: z.array(z.object({ id, username: z.string().max(50), name: z.string().max(500).nullish() })).nullish(),
      media: z.array(z.object({ media_key: z.string(), type: z.string(), alt_text: z.string().nullish() })).nullish(),
    })
    .nullish(),
  errors: z
    .array(z.object({ resource_id: z.string().nullish(), value: z.string().nullish(), type: z.string().nullish() }))
    .nullish(),
  // A list has this field even if it is empty. A response without it has errors instead of posts.
  meta: z.object({ next_token: z.string().nullish() }).optional(),
})
type Includes = z.output<typeof page>['includes']

/** Returns the text as its author wrote it. */
export function textOfSeen(one: Seen): string {
  const { text, entities: marks } = one.note_tweet ?? one.note_post ?? one
  return readableOf(text, marks ?? {}).slice(0, saidTextMax)
}

export const filesOf = ({ attachments }: Seen, includes: Includes): Said['files'] =>
  (attachments?.media_keys ?? []).map((key) => {
    const file = includes?.media?.find(({ media_key }) => media_key === key)
    return { kind: file ? (file.type === 'video' ? 'video' : 'image') : null, altText: file?.alt_text ?? null }
  })

/** Converts a post. Null if X does not name its author, who is suspended then. */
export function said({ http, grant }: InboxCall<Grant>, one: Seen, includes: Includes): Said | null {
  const author = includes?.users?.find((user) => user.id === one.author_id)
  if (!author) return null
  const above = one.referenced_tweets ?? one.referenced_posts ?? []
  const parentId = above.find(({ type }) => type === 'replied_to')?.id ?? null
  const quotedId = parentId === null ? (above.find(({ type }) => type === 'quoted')?.id ?? null) : null
  const isUnderOurs = parentId === one.conversation_id && one.in_reply_to_user_id === grant.userId
  return {
    remoteId: one.id,
    kind: parentId !== null ? 'reply' : quotedId !== null ? 'quote' : 'mention',
    parentId,
    ...(isUnderOurs && parentId !== null ? { ownPostId: parentId } : {}),
    quotedId,
    author: { remoteId: author.id, handle: author.username, name: author.name?.trim() || null },
    text: textOfSeen(one),
    url: urlOf(http, author.username, one.id),
    language: one.lang ?? null,
    files: filesOf(one, includes),
    saidAt: one.created_at,
    editedAt: null,
  }
}
