import { z } from 'zod'
import type { Call, Doubt, Next, Outgoing, ReadCall } from '#connectors/connector.ts'
import { earliestMs, readBack, type Search, selectOnly } from '#connectors/search/search.ts'
import { compose } from '#rules/count/compose.ts'
import { ask, id } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import type { Memo } from '../memo.ts'
import { isInbox, textOf } from '../plan.ts'
import { settingsOf } from '../settings.ts'
import { shown } from './status.ts'

/**
 * The search for images whose publish ID was lost. The account's list contains only public posts, minutes or hours
 * later, after moderation. So a search can find a post, but never prove that it is absent.
 */
const pageMax = 20
const pagesMax = 5

const fields = 'id,create_time,title,video_description'
const listed = z.object({
  videos: z.array(
    z.object({
      id,
      create_time: z.coerce.number(),
      title: z.string().nullish(),
      video_description: z.string().nullish(),
    }),
  ),
  cursor: z.union([z.number(), z.string()]).nullish(),
  has_more: z.boolean().nullish(),
})

export async function findPhotos(
  call: Call<Grant>,
  post: Outgoing,
  memo: Memo,
  doubt: Doubt,
): Promise<Next<Memo> | 'absent' | 'unsure'> {
  const found = await findSame(call, post, { since: doubt.first, ours: (id) => doubt.ours(id) })
  return found === null ? 'unsure' : { ...shown(call, post, memo, found), end: true }
}

/** Returns the post's ID, or null if it is unknown whether the post is published. */
export async function findSame(call: ReadCall<Grant>, post: Outgoing, { since, ours }: Search): Promise<string | null> {
  const isPublic = settingsOf(post.settings).privacyLevel === 'PUBLIC_TO_EVERYONE'
  if (isInbox(post) || !isPublic || !call.grant.scopes.includes('video.list')) return null
  const sinceMs = earliestMs(since)
  const recent = await readBack(pagesMax, async (cursor: number | undefined) => {
    const json = { max_count: pageMax, ...(cursor === undefined ? {} : { cursor }) }
    const { data } = await ask(call, 'listVideos', `/v2/video/list/?fields=${fields}`, json, listed)
    const posts = data.videos.filter(({ create_time: seconds }) => seconds * 1_000 >= sinceMs)
    const next = data.cursor === null || data.cursor === undefined ? undefined : Number(data.cursor)
    return { posts, isLast: !data.has_more || posts.length < data.videos.length, next }
  })
  const found = await selectOnly(recent, async (one) => isLike(one, post) && (await ours(one.id)))
  return typeof found === 'string' ? null : found.id
}

type Listed = z.output<typeof listed>['videos'][number]

/**
 * The length from which a listed text may be truncated: TikTok shows at most 150 characters, possibly without a
 * trailing space.
 */
const cutFrom = 140

/** True if a listed post matches. TikTok does not document which of the two texts appears in which field. */
function isLike({ title, video_description: description }: Listed, post: Outgoing): boolean {
  const text = plain(textOf(post))
  const above = plain(post.title ?? '')
  const whole = plain(`${above} ${text}`)
  const has = [plain(title ?? ''), plain(description ?? '')].filter((one) => one !== '')
  const shows = (wanted: string) =>
    has.some((one) => one === wanted || (one.length >= cutFrom && wanted.startsWith(one.replace(/(?:…|\.{3})$/, ''))))
  return whole === '' ? has.length === 0 : shows(whole) || (shows(text) && (above === '' || shows(above)))
}

const plain = (text: string): string => compose(text).replaceAll(/\s+/g, ' ').trim()
