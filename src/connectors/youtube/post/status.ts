import { z } from 'zod'
import { answerFailure, readAnswer, sendJson } from '#connectors/api/json-api.ts'
import type { Call, Next, Outgoing, Step } from '#connectors/connector.ts'
import { linkTo } from '../api/calls.ts'
import type { Grant } from '../auth/grant.ts'
import { type Memo, videoIdOf } from '../memo.ts'
import { onward } from './extras.ts'
import { privacyOf } from './resource.ts'

/** An uploaded video is processed before people can watch it. Only then is it known whether YouTube accepts it. */

const lookMs = 5_000
const laterLookMs = 60_000
const oftenForMs = 120_000
/** The time after the upload within which a video may be missing from answers. */
const missingForMs = 120_000
/** Long videos are processed for hours. From here on Posthorn no longer waits for the verdict. */
const longestMs = 3 * 3_600_000

const answer = z.object({
  items: z
    .array(
      z.object({
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
    const ageMs = call.now.getTime() - Date.parse(memo.uploadedAt ?? call.born.toISOString())
    const status = await readStatus(call, memo, ageMs)
    if (status?.uploadStatus === 'processed') {
      const warning = warningOf(post, status.privacyStatus)
      return { ...out(call, post, memo), ...(warning === null ? {} : { warning }) }
    }
    if (ageMs > longestMs) return { ...out(call, post, memo), warning: stillProcessing }
    return { memo, then: 'await', afterMs: ageMs < oftenForMs ? lookMs : laterLookMs }
  },
}

/** Reads the state of the video. Null: YouTube does not show it yet. Throws, with the reason, where it came to nothing. */
async function readStatus({ http, grant }: Call<Grant>, memo: Memo, ageMs: number) {
  const query = new URLSearchParams({ part: 'status', id: videoIdOf(memo) })
  const asked = { name: 'getVideo', method: 'GET', path: `/youtube/v3/videos?${query}` } as const
  const told = await sendJson(http, { ...asked, token: grant.accessToken })
  const [video] = readAnswer(told, answer).items ?? []
  if (!video) {
    if (ageMs < missingForMs) return null
    throw answerFailure(told, 'failed:deleted')
  }
  const { uploadStatus, failureReason, rejectionReason } = video.status
  if (uploadStatus === 'failed') throw answerFailure(told, `failed:${failureReason ?? 'unknown'}`)
  if (uploadStatus === 'rejected') throw answerFailure(told, `rejected:${rejectionReason ?? 'unknown'}`)
  if (uploadStatus === 'deleted') throw answerFailure(told, 'failed:deleted')
  return video.status
}

function out({ http }: Call<Grant>, post: Outgoing, memo: Memo): Next<Memo> {
  const remoteId = videoIdOf(memo)
  return { ...onward(post, memo), shown: { part: 0, remoteId, url: linkTo(http, post, remoteId) } }
}

/** A lock shows only afterwards: the video is private although it was uploaded as another one. */
function warningOf(post: Outgoing, is: string | null | undefined): string | null {
  const wanted = privacyOf(post)
  if (!is || is === wanted || is !== 'private') return null
  return `YouTube has locked the video as private, although the post asked for ${wanted}. This happens while the app has not been audited. The owner of the channel can appeal in YouTube Studio.`
}

const stillProcessing =
  'YouTube has the video and was still processing it after three hours. Check in YouTube Studio what became of it.'
