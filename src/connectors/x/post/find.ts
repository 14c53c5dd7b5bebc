import { z } from 'zod'
import { readAnswer, sendJson } from '#connectors/api/json-api.ts'
import type { ReadCall } from '#connectors/connector.ts'
import {
  earliestMs,
  type NotFound,
  readBack,
  type Search as SearchSince,
  selectOnly,
} from '#connectors/search/search.ts'
import { id, pathOf } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import type { SentMedia } from '../memo.ts'
import { entities, isSameText, isShortened, lacksLinks, shortMax } from './same-text.ts'

/**
 * The search for a post whose response was lost, among the account's own posts since the first attempt. A post with one
 * of our files is ours; posts without files are matched by the post they reply to and their text.
 */
export interface Search extends SearchSince {
  readonly text: string
  readonly replyTo: string | null
  /** True for a reply to someone else: X puts their handle before its text. */
  readonly isAnswer: boolean
  readonly files: readonly SentMedia[]
}

const pageSize = 100
const pagesMax = 5

// X omits fields that a post does not have, or sets them to null.
const long = z.object({ text: z.string(), entities: entities.nullish() }).nullish()
const references = z.array(z.object({ type: z.string(), id })).nullish()

const postShape = z.object({
  id,
  text: z.string(),
  created_at: z.string().nullish(),
  conversation_id: id.nullish(),
  entities: entities.nullish(),
  attachments: z.object({ media_keys: z.array(z.string()).nullish() }).nullish(),
  referenced_tweets: references,
  // The name in a newer version of the specification.
  referenced_posts: references,
  note_tweet: long,
  note_post: long,
})
type Seen = z.output<typeof postShape>

const timeline = z.object({
  data: z.array(postShape).nullish(),
  // Even an empty list has this field. A response without it has errors instead of posts.
  meta: z.object({ next_token: z.string().nullish() }),
})

export async function findPost(call: ReadCall<Grant>, userId: string, search: Search): Promise<string | NotFound> {
  const recent = await readRecent(call, userId, earliestMs(search.since))
  const found = await selectOnly(recent, async (post) => isLike(post, search) && (await search.ours(post.id)))
  if (found === 'absent' && recent.posts.some((post) => lacksFields(post, search))) return 'unsure'
  return typeof found === 'string' ? found : found.id
}

const parentOf = ({ referenced_tweets, referenced_posts }: Seen): string | null =>
  (referenced_tweets ?? referenced_posts)?.find(({ type }) => type === 'replied_to')?.id ?? null

/**
 * True for a post that lacks a field needed to recognize ours. X renames fields and omits a field requested under its
 * old name. Then no post looks like ours, and that proves nothing. Every post has a date and a conversation, a reply
 * has a parent, every shortened link is listed, and only a long post ends in an ellipsis when its full text is missing.
 */
function lacksFields(post: Seen, { text }: Search): boolean {
  const { id: own, created_at, conversation_id, note_tweet, note_post } = post
  if (!created_at || !conversation_id) return true
  if (conversation_id !== own && parentOf(post) === null) return true
  const whole = note_tweet ?? note_post
  if (!whole && text.length > shortMax && isShortened(post.text)) return true
  return lacksLinks((whole ?? post).text, (whole ?? post).entities?.urls)
}

function isLike(post: Seen, { text, replyTo, isAnswer, files }: Search): boolean {
  if (parentOf(post) !== replyTo) return false
  const keys = post.attachments?.media_keys ?? []
  const known = files.flatMap(({ key }) => (key === null ? [] : [key]))
  if (known.length > 0 && keys.length > 0) return known.some((key) => keys.includes(key))
  const { text: written, entities } = post.note_tweet ?? post.note_post ?? post
  const theirs = isAnswer ? [written, written.replace(/^(?:@\w+ )+/, '')] : [written]
  return theirs.some((one) => isSameText(text, one, entities ?? {}))
}

/** Reads recent posts, back to the time in question. */
function readRecent({ http, grant }: ReadCall<Grant>, userId: string, sinceMs: number) {
  const query = new URLSearchParams({
    max_results: String(pageSize),
    // X requires a time without fractional seconds.
    start_time: `${new Date(sinceMs).toISOString().slice(0, 19)}Z`,
    'tweet.fields': 'created_at,conversation_id,entities,referenced_tweets,attachments,note_tweet',
  })
  return readBack(pagesMax, async (cursor: string | undefined) => {
    if (cursor !== undefined) query.set('pagination_token', cursor)
    const path = `/2/users/${pathOf(userId)}/tweets?${query}`
    const request = {
      name: 'getUserPosts',
      method: 'GET',
      path,
      token: grant.accessToken,
      maxBytes: 4_000_000,
    } as const
    const { data, meta } = readAnswer(await sendJson(http, request), timeline)
    const next = meta.next_token || undefined
    return { posts: data ?? [], isLast: next === undefined, next }
  })
}
