import { z } from 'zod'
import { answerFailure, ownFailure, readAnswer, renamed } from '#connectors/api/json-api.ts'
import { goesAsVideo } from '#connectors/check/media/media-rules.ts'
import {
  type Call,
  CallFailed,
  type MediaRule,
  type Next,
  type OutgoingMedia,
  type Step,
} from '#connectors/connector.ts'
import { jsonOf } from '#connectors/verdicts/verdict-table.ts'
import { bluesky as limits } from '#rules/networks/bluesky.ts'
import { errorNameOf } from '../api/error-name.ts'
import { procedure, query } from '../api/xrpc.ts'
import type { Grant } from '../auth/grant.ts'
import type { Memo, Video } from '../memo.ts'
import { pieceAt } from '../post/pieces.ts'
import { blob, diesAt, uploadBlob } from './blob.ts'

/**
 * A video is sent to a service that converts it and passes it to the account's server. The service uses a token signed
 * by that server, so the token is issued for the server, not for the service. A failed job is often a temporary problem
 * of the service. After the second failure the file is uploaded directly to the server, and viewers get the other sizes
 * later.
 */
const triesMax = 2
const againAfterMs = 10_000
/** Delay before the first poll; no video is ready sooner. */
const firstPollMs = 4_000
const pollMs = 2_000
const uploadMs = 10 * 60_000
/** The lifetime of a service token for an upload. */
const tokenS = 1_800

const limitsCall = 'app.bsky.video.getUploadLimits'
const uploadCall = 'com.atproto.repo.uploadBlob'

/** Checks that the account may upload this video today; the upload itself follows. */
export async function startVideo(call: Call<Grant>, item: OutgoingMedia, memo: Memo): Promise<Next<Memo>> {
  const { http } = call
  const service = http.addresses.video
  if (service === undefined) return { memo, then: withoutService(item) }
  const token = await serviceToken(call, { aud: didOf(service), lxm: limitsCall })
  const request = { name: 'getUploadLimits', method: 'GET', url: `${service}/xrpc/${limitsCall}` } as const
  const answer = await http.send({ ...request, headers: { authorization: `Bearer ${token}` } }).catch(notOfTheAccount)
  const { canUpload, remainingDailyBytes } = readAnswer(answer, uploadLimits)
  const isOverDay = remainingDailyBytes !== undefined && remainingDailyBytes < item.size
  if (canUpload && !isOverDay) return { memo: { ...memo, video: { tries: 0 } }, then: 'sendVideo' }
  throw answerFailure(answer, canUpload ? 'DailyLimitExceeded' : null)
}

const uploadLimits = z.object({ canUpload: z.boolean(), remainingDailyBytes: z.number().optional() })

export const sendVideo: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: uploadMs,
  async run(call, post, memo) {
    const { http, grant } = call
    const item = videoOf(post, memo)
    const file = await call.media(item, ...(item.animated ? [movingRule] : []))
    const exp = String(Math.floor(call.now.getTime() / 1_000) + tokenS)
    const token = await serviceToken(call, { aud: didOf(grant.server), lxm: uploadCall, exp })
    const bytes = { contentType: file.contentType, size: file.size, body: () => file.stream() }
    const request = {
      server: http.addresses.video ?? grant.server,
      nsid: 'app.bsky.video.uploadVideo',
      params: { did: grant.did, name: `${call.key(memo.at ?? 0)}.${extensions[file.contentType] ?? 'mp4'}` },
      token,
      bytes,
      timeoutMs: uploadMs,
    }
    const { jobId } = await procedure(http, request, job).catch(alreadyThere).catch(notOfTheAccount)
    return { memo: { ...memo, video: { tries: triesOf(memo), jobId } }, then: 'awaitVideo', afterMs: firstPollMs }
  },
}

const extensions: Readonly<Record<string, string>> = {
  'image/gif': 'gif',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
}

/** Animations of any type are sent to the service as GIF and come back as a video. */
const movingRule: MediaRule = { formats: ['image/gif'], maxBytes: limits.video.maxBytes }

/**
 * Returns the step for a file that the service does not accept. Only the service can turn an animation into a video.
 */
function withoutService({ animated }: OutgoingMedia): string {
  if (!animated) return 'sendDirectly'
  throw ownFailure('AnimationNotConverted')
}

/** A job, wrapped as in the lexicon or bare as the service has returned it. */
const state = z.object({
  jobId: z.string(),
  state: z.string(),
  blob: blob.optional(),
  error: z.string().optional(),
  failureCode: z.string().optional(),
  message: z.string().optional(),
})
const job = z.union([z.object({ jobStatus: state }).transform(({ jobStatus }) => jobStatus), state])

/** Reads the existing job from the error for bytes that were uploaded before. */
function alreadyThere(error: unknown): { jobId: string } {
  const body = error instanceof CallFailed && error.failure.sent === 'answered' ? jsonOf(error.failure) : null
  if (body?.error === 'already_exists' && typeof body.jobId === 'string') return { jobId: body.jobId }
  throw error
}

/**
 * Replaces the service's token error. The token that the account's server signs for the service is valid for a few
 * minutes only, so a refusal proves nothing about the session, although the error names are the same.
 */
function notOfTheAccount(error: unknown): never {
  const failure = error instanceof CallFailed && error.failure.sent === 'answered' ? error.failure : null
  if (!failure || !(failure.status === 401 || tokenErrors.has(errorNameOf(error) ?? ''))) throw error
  throw renamed(failure, 'VideoTokenRefused')
}

const tokenErrors = new Set(['InvalidToken', 'ExpiredToken', 'AuthMissing', 'AuthenticationRequired', 'BadJwt'])

export const awaitVideo: Step<Grant, Memo> = {
  repeat: 'safe',
  patienceMs: 30 * 60_000,
  async run(call, post, memo) {
    const { http, grant } = call
    const { video } = memo
    const server = http.addresses.video ?? grant.server
    const params = { jobId: video?.jobId ?? '' }
    const answer = await http.send({
      name: 'getJobStatus',
      method: 'GET',
      url: `${server}/xrpc/app.bsky.video.getJobStatus?${new URLSearchParams(params)}`,
    })
    const now = readAnswer(answer, job)
    const tries = triesOf(memo)
    if (now.blob)
      return { memo: { ...memo, video: { tries, blob: now.blob } }, then: 'build', diesAt: diesAt(call.now) }
    if (now.state !== 'JOB_STATE_FAILED') return { memo, then: 'awaitVideo', afterMs: pollMs }
    const why = now.failureCode ?? now.error ?? ''
    if (finalFailures.has(why)) throw answerFailure(answer, why)
    const next: Video = { tries: tries + 1 }
    const then = next.tries < triesMax ? 'sendVideo' : withoutService(videoOf(post, memo))
    return { memo: { ...memo, video: next }, then, afterMs: againAfterMs }
  },
}

/** Failures that a retry does not change. */
const finalFailures = new Set(['validation_failure', 'pds_upload_unsupported_blob_size'])

export const sendDirectly: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: uploadMs,
  async run(call, post, memo) {
    const file = await call.media(videoOf(post, memo))
    const bytes = { contentType: file.contentType, size: file.size, body: () => file.stream() }
    const sent = await uploadBlob(call.http, call.grant, bytes, uploadMs)
    const video = { tries: triesOf(memo), blob: sent }
    return { memo: { ...memo, video }, then: 'build', diesAt: diesAt(call.now) }
  },
}

const triesOf = ({ video }: Memo): number => video?.tries ?? 0

function videoOf(post: Parameters<typeof pieceAt>[0], memo: Memo): OutgoingMedia {
  const item = pieceAt(post, memo).media.find((file) => goesAsVideo(file, limits))
  if (!item) throw new Error('the piece has no video')
  return item
}

async function serviceToken({ http, grant }: Call<Grant>, params: Readonly<Record<string, string>>): Promise<string> {
  const nsid = 'com.atproto.server.getServiceAuth'
  const call = { server: grant.server, nsid, params, as: grant }
  return (await query(http, call, z.object({ token: z.string() }))).token
}

/** Returns the DID of a server, which consists of its host name alone. */
const didOf = (server: string): string => `did:web:${new URL(server).hostname}`
