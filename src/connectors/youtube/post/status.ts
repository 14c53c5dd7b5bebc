import { z } from 'zod'
import { answerFailure, readAnswer, sendJson } from '#connectors/api/json-api.ts'
import type { Call, Next, Outgoing, Step } from '#connectors/connector.ts'
import { linkTo } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { type Memo, videoIdOf } from '../memo.ts'
import { onward } from './extras.ts'
import { privacyOf } from './resource.ts'

/** An uploaded video is processed before people can watch it. Only then is it known whether YouTube accepts it. */

const lookMs = 5_000
const laterLookMs = 60_000
const oftenForMs = 120_000
/** Period after the upload in which a video may be missing from responses. */
const missingForMs = 120_000
/** Processing a long video takes hours. From here on, Posthorn no longer waits for the verdict. */
export const longestMs = 3 * 3_600_000

const answer = z.object({
  items: z
    .array(
      z.object({
        processingDetails: z.object({ processingStatus: z.string().max(50).nullish() }).nullish(),
        status: z.object({
          uploadStatus: z.string().max(50),
          failureReason: z.string().max(100).nullish(),
          rejectionReason: z.string().max(100).nullish(),
          privacyStatus: z.string().max(50).nullish(),
        }),
      }),
    )
    .nullish(),
})

export const awaitOut: Step<Grant, Memo> = {
  repeat: 'safe',
  patienceMs: longestMs + 3_600_000,
  async run(call, post, memo) {
    const ageMs = ageOf(call, memo)
    const video = await readVideo(call, memo)
    if (video?.status.uploadStatus === 'processed') {
      const warning = warningOf(post, video.status.privacyStatus)
      return { ...out(call, post, memo), ...(warning === null ? {} : { warning }) }
    }
    if (ageMs > longestMs) return { ...out(call, post, memo), warning: stillProcessing }
    return { memo, then: 'await', afterMs: nextLookMs(ageMs) }
  },
}

/**
 * YouTube drops the thumbnail of a Short that it has not processed completely, although it returns 200. The upload
 * status is `processed` before that.
 */
export async function readShort(
  call: Call<Grant>,
  memo: Memo,
): Promise<'succeeded' | 'too long' | { afterMs: number }> {
  const video = await readVideo(call, memo)
  if (video?.processingDetails?.processingStatus === 'succeeded') return 'succeeded'
  const ageMs = ageOf(call, memo)
  return ageMs > longestMs ? 'too long' : { afterMs: nextLookMs(ageMs) }
}

const ageOf = ({ now, born }: Call<Grant>, { uploadedAt }: Memo): number =>
  now.getTime() - Date.parse(uploadedAt ?? born.toISOString())

const nextLookMs = (ageMs: number): number => (ageMs < oftenForMs ? lookMs : laterLookMs)

/**
 * Reads the state of the video. Returns null if YouTube does not show it yet. If the video failed or was rejected,
 * throws with the reason.
 */
async function readVideo(call: Call<Grant>, memo: Memo) {
  const { http, grant } = call
  const query = new URLSearchParams({ part: 'status,processingDetails', id: videoIdOf(memo) })
  const request = { name: 'getVideo', method: 'GET', path: `/youtube/v3/videos?${query}` } as const
  const response = await sendJson(http, { ...request, token: grant.accessToken })
  const [video] = readAnswer(response, answer).items ?? []
  if (!video) {
    if (ageOf(call, memo) < missingForMs) return null
    throw answerFailure(response, 'failed:deleted')
  }
  const { uploadStatus, failureReason, rejectionReason } = video.status
  if (uploadStatus === 'failed') throw answerFailure(response, `failed:${failureReason ?? 'unknown'}`)
  if (uploadStatus === 'rejected') throw answerFailure(response, `rejected:${rejectionReason ?? 'unknown'}`)
  if (uploadStatus === 'deleted') throw answerFailure(response, 'failed:deleted')
  return video
}

function out({ http }: Call<Grant>, post: Outgoing, memo: Memo): Next<Memo> {
  const remoteId = videoIdOf(memo)
  return { ...onward(post, memo), shown: { part: 0, remoteId, url: linkTo(http, post, remoteId) } }
}

/** Returns a warning for a video that is private although the post requested something else. */
function warningOf(post: Outgoing, is: string | null | undefined): string | null {
  const wanted = privacyOf(post)
  if (!is || is === wanted || is !== 'private') return null
  return (
    `YouTube made the video private, although the post requested ${wanted}. The channel’s settings or a ` +
    `policy can cause this. See YouTube Studio.`
  )
}

const stillProcessing =
  'YouTube received the video but was still processing it after three hours. Check its status in YouTube Studio.'
