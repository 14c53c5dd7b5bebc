import { z } from 'zod'
import { answerFailure } from '#connectors/api/json-api.ts'
import type { Call, CallFailed, Failure, Next, Outgoing } from '#connectors/connector.ts'
import { read } from '#connectors/meta/graph-call.ts'
import { jsonOf } from '#connectors/verdicts/verdict-table.ts'
import { ask, permalink, postId, storyPath } from '../api.ts'
import { type Grant, pageTokenOf } from '../auth/grant.ts'
import { type Memo, videoOf } from '../memo.ts'
import { kindOf } from '../plan.ts'
import { shown } from '../post/post.ts'

/** A video has an ID before it is visible, so the connector never guesses its state but requests it. */

const phase = z
  .object({
    status: z.string().optional(),
    publish_status: z.string().optional(),
    bytes_transfered: z.coerce.number().int().min(0).optional().catch(undefined),
    error: z.object({ message: z.string() }).optional().catch(undefined),
    errors: z
      .array(z.object({ message: z.string() }))
      .optional()
      .catch(undefined),
  })
  .optional()

const shape = z.object({
  published: z.boolean().nullish(),
  post_id: postId.nullish().catch(null),
  permalink_url: permalink,
  status: z.object({
    video_status: z.string().optional(),
    uploading_phase: phase,
    processing_phase: phase,
    publishing_phase: phase,
  }),
})

interface VideoState {
  /** unsent: no request to publish seems to have arrived. */
  readonly is: 'unsent' | 'working' | 'out'
  /** The complete file has arrived. */
  readonly isUploaded: boolean
  /** The video is processed, whether or not it is published. */
  readonly isReady: boolean
  /**
   * The failure to end with unless the video is published soon: it is processed, but Facebook says that it is not
   * visible.
   */
  readonly heldBack: CallFailed | null
  readonly bytes: number
  readonly postId: string | null
  readonly url: string | null
}

/** Reads the state of a video. Throws if the network cannot process the file. */
export async function videoState(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<VideoState> {
  const answer = await ask(call.http, {
    name: 'getVideo',
    method: 'GET',
    path: `/${videoOf(memo).id}`,
    params: { fields: 'status,published,post_id,permalink_url' },
    token: pageTokenOf(call.grant, post),
  })
  const { status, published, post_id, permalink_url: url } = read(answer, shape)
  const { video_status: whole, uploading_phase: upload, processing_phase: work, publishing_phase: publish } = status
  if (hasFailed(whole) || [upload, work, publish].some((one) => hasFailed(one?.status)))
    throw answerFailure(answer, videoFailed)
  const isReady = whole === 'ready'
  const isStory = kindOf(post) === 'videoStory'
  // Some kinds of videos report no publishing phase. A video whose publishing was accepted counts as published once it
  // is ready, unless Facebook says that it is not. For stories the wording of this is not documented.
  const isOut = publish
    ? (publish.publish_status ?? publish.status) === (publish.publish_status ? 'published' : 'complete')
    : isReady && (published === true || (videoOf(memo).taken === true && (published !== false || isStory)))
  const isBegun = [publish?.status, work?.status].some((one) => one !== undefined && one !== 'not_started')
  return {
    is: isOut ? 'out' : isBegun || whole === 'processing' ? 'working' : 'unsent',
    isUploaded: isReady || ['upload_complete', 'processing'].includes(whole ?? '') || upload?.status === 'complete',
    isReady,
    heldBack:
      isReady && !isOut && (published === false || publish?.publish_status === draft)
        ? answerFailure(answer, publish?.publish_status === draft ? videoIsDraft : videoUnpublished)
        : null,
    bytes: upload?.bytes_transfered ?? 0,
    postId: post_id ?? null,
    url,
  }
}

const hasFailed = (status: string | undefined): boolean =>
  status !== undefined && ['error', 'upload_failed', 'expired'].includes(status)

/** A failure code of this connector: the network reports the problem in a response that is not an error. */
export const videoFailed = 'video_failed'
/** Failure codes of this connector: Facebook reports that the video is a draft, or only that it is not published. */
export const videoIsDraft = 'video_is_draft'
export const videoUnpublished = 'video_unpublished'
const draft = 'draft'

/** Returns the network's reason why a video failed, from the response about the video. */
export function reasonIn(failure: Failure): string | null {
  const work = shape.safeParse(jsonOf(failure)).data?.status.processing_phase
  return work?.error?.message ?? work?.errors?.[0]?.message ?? null
}

export function shownVideo(call: Call<Grant>, post: Outgoing, memo: Memo, { postId: id, url }: VideoState): Next<Memo> {
  const { id: videoId } = videoOf(memo)
  const { remoteId: page } = post.account
  // Counts and comments need the full ID of the post: the page's ID and its own.
  const whole = id === null || id.includes('_') ? id : `${page}_${id}`
  const remoteId = whole ?? videoId
  if (kindOf(post) === 'videoStory') return shown(call, post, memo, { id: remoteId, url: storyPath(remoteId) })
  return shown(call, post, memo, { id: remoteId, url: url ?? `/${page}/videos/${videoId}` })
}
