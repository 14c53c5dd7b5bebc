import { z } from 'zod'
import { platformAnswer, platformInput } from '#infra/http/platforms.ts'
import { filledText, idOf, instant } from '#infra/http/schemas.ts'

const count = z.int().nonnegative()
const oldest = instant
  .nullable()
  .meta({ description: 'When the oldest of them became ready to send. Null if none is waiting.' })

export const restsWhyCode = z
  .string()
  .nullable()
  .meta({
    description:
      'The reason as a code, such as app_unknown. Null if calls are not suspended or the reason has no code.',
    examples: ['app_unknown'],
  })

const pause = z
  .strictObject({
    reason: z.string(),
    since: instant,
    byUid: idOf('usr').nullable(),
  })
  .meta({ id: 'PublishingPause', description: 'During the pause, nothing is published on the network.' })

const networkQueue = z
  .strictObject({
    ...platformAnswer,
    ready: count.meta({ description: 'Due, but not yet claimed by a process.' }),
    atWork: count.meta({ description: 'On accounts that a process is currently publishing to.' }),
    waiting: count.meta({
      description: 'Queued for later: a retry, a gap between posts, or a network that is still processing.',
    }),
    oldestReadyAt: oldest,
    pause: pause.nullable(),
    restsUntil: instant.nullable().meta({ description: 'Set while Posthorn has suspended calls to the network.' }),
    restsWhy: z.string().nullable(),
    restsWhyCode,
  })
  .meta({ id: 'NetworkQueue' })

const lane = z
  .strictObject({
    ...platformAnswer,
    handle: z.string().nullable(),
    ready: count,
    oldestReadyAt: instant,
    isAtWork: z.boolean(),
  })
  .meta({ id: 'QueueLane', description: 'One account on its network. Its posts are published one at a time.' })

const jobKind = z
  .strictObject({
    job: z.string().meta({ examples: ['mail.send'] }),
    ready: count,
    failed: count,
    oldestReadyAt: oldest,
  })
  .meta({ id: 'JobQueue' })

export const queueState = z
  .strictObject({
    publishing: z.array(networkQueue),
    lanes: z.array(lane).meta({ description: 'The 20 accounts whose publications have been waiting longest.' }),
    deliveries: z.strictObject({ ready: count, oldestReadyAt: oldest }),
    jobs: z.array(jobKind),
  })
  .meta({ id: 'QueueState' })

export const pauseBody = z
  .strictObject({
    platform: platformInput.optional(),
    reason: filledText(300),
  })
  .meta({
    id: 'PauseQueueBody',
    description: 'If `platform` is omitted, every network is paused.',
    examples: [{ platform: 'net-d', reason: 'X has suspended our app; we are talking to them.' }],
  })

export const resumeBody = z
  .strictObject({ platform: platformInput.optional(), reason: filledText(300).optional() })
  .meta({
    id: 'ResumeQueueBody',
    mayBeAbsent: true,
    description: 'If `platform` is omitted, publishing resumes on every network.',
    examples: [{ platform: 'net-d' }],
  })
