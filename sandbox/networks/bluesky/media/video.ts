import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { noToken, route, withToken } from '../../../core/http/route.ts'
import type { Route, World } from '../../../core/network.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Claims, Tokens } from '../auth/tokens.ts'
import type { Rules } from '../rules.ts'
import type { Account, Accounts } from '../state/accounts.ts'
import { param } from '../wire/input.ts'
import { errorAnswer, invalid, no } from '../wire/refusals.ts'
import { type Blob, type Blobs, blobJson } from './blobs.ts'
import { sniff } from './sniff.ts'

interface VideoDeps {
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly tokens: Tokens
  readonly blobs: Blobs
  readonly rules: Rules
}

interface Job {
  readonly id: string
  readonly account: Account
  readonly fromMs: number
  readonly untilMs: number
  /** Null if the file is not a video, so the job fails. */
  readonly blob: Blob | null
}

const uploadCall = 'com.atproto.repo.uploadBlob'
const limitsCall = 'app.bsky.video.getUploadLimits'
const service = 'did:web:video.bsky.app'

/**
 * The video service. In the real network it is a separate host, which uploads the finished video to the account's
 * server with a token that this server has signed for it. Here both have the same URL.
 */
export function videoRoutes(world: World, deps: VideoDeps): readonly Route[] {
  const { clock } = world
  const { accounts, sessions, tokens, blobs, rules } = deps
  const jobs = new Map<string, Job>()
  const byContent = new Map<string, Job>()
  const days = new Map<string, { videos: number; bytes: number }>()

  const hostDids = () => {
    const { hostname, host } = new URL(world.url())
    return [`did:web:${hostname}`, `did:web:${encodeURIComponent(host)}`]
  }

  function getServiceAuth(incoming: Incoming): Answer {
    const account = sessions.signedIn(incoming)
    const aud = param(incoming, 'aud')
    if (!/^did:[a-z]+:[a-zA-Z0-9._:%-]+(?:#[a-z_]+)?$/.test(aud)) return invalid('Params/aud must be a valid did')
    const lxm = incoming.query.get('lxm')
    const nowS = Math.floor(clock.ms() / 1_000)
    const exp = Number(incoming.query.get('exp') ?? nowS + 60)
    if (!Number.isSafeInteger(exp)) return invalid('Params/exp must be an integer')
    if (exp <= nowS) return no(400, 'BadExpiration', 'expiration is in past')
    if (exp - nowS > 3_600)
      return no(400, 'BadExpiration', 'cannot request a token with an expiration more than an hour in the future')
    if (lxm === null && exp - nowS > 60)
      return no(
        400,
        'BadExpiration',
        'cannot request a method-less token with an expiration more than a minute in the future',
      )
    const claims = { iss: account.did, aud, exp, ...(lxm === null ? {} : { lxm }) }
    return ok({ token: tokens.sign('JWT', claims) })
  }

  /** Returns the account of a service token, if the token is for this use. */
  function allowed(incoming: Incoming, audiences: readonly string[], lxm: string): Account {
    const claims: Claims = tokens.check('JWT', incoming.bearer)
    if (!audiences.includes(claims.aud))
      return no(
        401,
        'AuthenticationRequired',
        `jwt audience does not match: expected ${audiences[0]}, got ${claims.aud}`,
      )
    if (claims.lxm !== undefined && claims.lxm !== lxm)
      return no(401, 'AuthenticationRequired', `bad jwt lexicon method: expected ${lxm}, got ${claims.lxm}`)
    return accounts.byDid(claims.iss ?? '') ?? no(401, 'AuthenticationRequired', 'could not resolve iss did')
  }

  function today(account: Account): { videos: number; bytes: number } {
    const key = `${account.did}/${clock.now().toISOString().slice(0, 10)}`
    const used = days.get(key) ?? { videos: 0, bytes: 0 }
    days.set(key, used)
    return used
  }

  function getUploadLimits(incoming: Incoming): Answer {
    const account = allowed(incoming, [service, ...hostDids()], limitsCall)
    const used = today(account)
    const left = Math.max(0, rules.maxVideosPerDay - used.videos)
    const why = !account.emailConfirmed
      ? { error: 'UploadForbidden', message: 'User must confirm their email before uploading videos' }
      : left === 0
        ? { error: 'DailyLimitExceeded', message: 'User has reached the daily limit of videos' }
        : {}
    const remainingDailyBytes = Math.max(0, 10_000_000_000 - used.bytes)
    const canUpload = !('error' in why)
    return ok({ canUpload, remainingDailyVideos: left, remainingDailyBytes, ...why })
  }

  function uploadVideo(incoming: Incoming): Answer {
    const account = allowed(incoming, hostDids(), uploadCall)
    if (param(incoming, 'did') !== account.did)
      return no(401, 'AuthenticationRequired', 'The token is for another account')
    param(incoming, 'name')
    if (incoming.body.kind !== 'bytes') return invalid('A request body was expected but none was provided')
    const { file, mime } = incoming.body
    if (!/^(?:video\/(?:mp4|mpeg|webm|quicktime)|image\/gif)$/.test(mime))
      return no(400, 'UnsupportedContentType', `${mime || 'no type'} is not a video`)
    const used = today(account)
    if (!account.emailConfirmed) return no(403, 'UploadForbidden', 'User must confirm their email')
    if (used.videos >= rules.maxVideosPerDay) return no(429, 'DailyLimitExceeded', 'Daily limit of videos is reached')

    const content = `${account.did}/${file.sha256.toString('hex')}`
    const same = byContent.get(content)
    if (same && stateOf(same).state !== 'JOB_STATE_FAILED') {
      const answer = errorAnswer(409, 'already_exists', 'Video already processed')
      return { ...answer, body: { error: 'already_exists', message: 'Video already processed', ...stateOf(same) } }
    }
    used.videos += 1
    used.bytes += file.size
    const fromMs = clock.ms()
    const untilMs = fromMs + rules.videoProcessingMs + incoming.slowProcessingMs
    const kind = sniff(file.bytes)
    const isVideo = kind !== null && (kind.startsWith('video/') || kind === 'image/gif')
    const id = `job-${jobs.size + 1}-${account.name}`
    const blob = isVideo ? blobs.add(account, file, 'video/mp4', untilMs) : null
    const job: Job = { id, account, fromMs, untilMs, blob }
    jobs.set(id, job)
    byContent.set(content, job)
    return ok(rules.wrapsUploadedVideo ? { jobStatus: stateOf(job) } : stateOf(job))
  }

  function stateOf({ id, account, fromMs, untilMs, blob }: Job): { state: string } & Record<string, unknown> {
    const done = untilMs === fromMs ? 1 : (clock.ms() - fromMs) / (untilMs - fromMs)
    const named = { jobId: id, did: account.did }
    if (done >= 1 && blob) return { ...named, state: 'JOB_STATE_COMPLETED', progress: 100, blob: blobJson(blob) }
    if (done >= 0.5 && !blob) {
      const why = { error: 'validation_failed', failureCode: 'validation_failure', message: 'The file is not a video' }
      return { ...named, state: 'JOB_STATE_FAILED', ...why }
    }
    const state = states[Math.floor(done * states.length)] ?? 'CREATED'
    return { ...named, state: `JOB_STATE_${state}`, progress: Math.floor(done * 100) }
  }

  return [
    route('GET', '/xrpc/com.atproto.server.getServiceAuth', 'getServiceAuth', withToken, getServiceAuth),
    route('GET', `/xrpc/${limitsCall}`, 'getUploadLimits', noToken, getUploadLimits),
    route(
      'POST',
      '/xrpc/app.bsky.video.uploadVideo',
      'uploadVideo',
      { accepts: ['bytes'], maxBytes: () => rules.maxVideoBytes, writes: true, processes: true },
      uploadVideo,
    ),
    route('GET', '/xrpc/app.bsky.video.getJobStatus', 'getJobStatus', noToken, (incoming) => {
      const job = jobs.get(param(incoming, 'jobId')) ?? no(404, 'NotFound', 'There is no such job')
      return ok({ jobStatus: stateOf(job) })
    }),
  ]
}

/** The states of a job before it is done, each of the same duration. */
const states = ['CREATED', 'ENCODING', 'ENCODED', 'SCANNING', 'SCANNED', 'UPLOADING', 'UPLOADED'] as const
