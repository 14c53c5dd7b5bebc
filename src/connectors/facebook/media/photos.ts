import { z } from 'zod'
import { requireAddress } from '#connectors/api/json-api.ts'
import { formOf } from '#connectors/api/multipart.ts'
import { imageRuleOf } from '#connectors/check/media/image-rule.ts'
import {
  type Call,
  MediaUnfit,
  type Next,
  type Outgoing,
  type OutgoingMedia,
  type Step,
} from '#connectors/connector.ts'
import { id, read } from '#connectors/meta/graph-call.ts'
import { earliestMs } from '#connectors/search/search.ts'
import { facebook } from '#rules/networks/facebook.ts'
import { ask, authorization, postId, proofOf, storyPath } from '../api.ts'
import { type Grant, pageTokenOf } from '../auth/grant.ts'
import { type Memo, photosOf } from '../memo.ts'
import { kindOf } from '../plan.ts'
import { shown } from '../post/post.ts'

const imageRule = imageRuleOf(facebook)
const uploadMs = 60_000
/** The lifetime of an image without a post, well below the day for which the network keeps it. */
const keptMs = 20 * 3_600_000

/** Uploads one image in each run. An image is invisible until a post references it, so a second upload is harmless. */
export const sendPhoto: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: uploadMs,
  async run(call, post, memo) {
    const photos = photosOf(memo)
    const files = filesOf(post)
    const file = files[photos.length]
    if (!file) return { memo, then: showingStep(post) }
    const sent = { ...memo, photos: [...photos, await send(call, post, file, photos.length)] }
    const then = sent.photos.length < files.length ? 'photo' : showingStep(post)
    const diesAt = photos.length === 0 ? { diesAt: new Date(call.now.getTime() + keptMs) } : {}
    return { memo: sent, then, ...diesAt }
  },
}

/** Restarts all uploads after the network dropped an image. */
export const photosAgain: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(_call, _post, { photos: _photos, ...memo }) {
    return { memo, then: 'photo' }
  },
}

const showingStep = (post: Outgoing): string => (kindOf(post) === 'photoStory' ? 'photoStory' : 'postPhotos')

function filesOf(post: Outgoing): readonly OutgoingMedia[] {
  const files = post.parts[0]?.media ?? []
  if (kindOf(post) === 'photoStory' && files.length !== 1)
    throw new MediaUnfit('A story is one image or one video. Remove the other files.')
  return files
}

async function send({ http, ...call }: Call<Grant>, post: Outgoing, item: OutgoingMedia, at: number): Promise<string> {
  const file = await call.media(item, imageRule)
  const token = pageTokenOf(call.grant, post)
  const altText = item.altText?.trim() ?? ''
  const fields = {
    published: 'false',
    ...(altText === '' ? {} : { alt_text_custom: altText }),
    ...proofOf(http, token),
  }
  const { contentType, contentLength, body } = formOf(file, fields, `photo-${call.key(0)}-${at}`, 'source')
  const answer = await http.send({
    name: 'createPhoto',
    method: 'POST',
    url: `${requireAddress(http.addresses, 'api')}/${post.account.remoteId}/photos`,
    headers: {
      accept: 'application/json',
      ...authorization(token),
      'content-type': contentType,
      'content-length': String(contentLength),
    },
    body,
    timeoutMs: uploadMs,
  })
  return read(answer, sentPhoto).id
}

const sentPhoto = z.object({ id })

/** Image stories. A story whose response was lost is found by its image, which nothing else uses. */
const published = z.object({ success: z.literal(true), post_id: postId })

export const photoStory: Step<Grant, Memo> = {
  repeat: 'once',
  settleMs: 60_000,
  async run(call, post, memo) {
    const answer = await ask(call.http, {
      name: 'createPhotoStory',
      method: 'POST',
      path: `/${post.account.remoteId}/photo_stories`,
      params: { photo_id: photosOf(memo)[0] ?? '' },
      token: pageTokenOf(call.grant, post),
    })
    return storyOf(call, post, memo, read(answer, published).post_id)
  },
  find: (call, post, memo, doubt) => findStory(call, post, memo, doubt.first),
}

const storyOf = (call: Call<Grant>, post: Outgoing, memo: Memo, id: string): Next<Memo> =>
  shown(call, post, memo, { id, url: storyPath(id) })

const story = z.object({ post_id: postId, media_id: id.nullish() })
const stories = z.object({
  data: z.array(story),
  paging: z.object({ next: z.string().optional() }).optional(),
})

async function findStory(call: Call<Grant>, post: Outgoing, memo: Memo, since: Date) {
  const answer = await ask(call.http, {
    name: 'getStories',
    method: 'GET',
    path: `/${post.account.remoteId}/stories`,
    params: {
      fields: 'post_id,media_id',
      since: String(Math.floor(earliestMs(since) / 1_000)),
      limit: '100',
    },
    token: pageTokenOf(call.grant, post),
    maxBytes: 4_000_000,
  })
  const { data, paging } = read(answer, stories)
  const found = data.find(({ media_id }) => media_id === photosOf(memo)[0])
  if (found) return storyOf(call, post, memo, found.post_id)
  return paging?.next === undefined ? ('absent' as const) : ('unsure' as const)
}
