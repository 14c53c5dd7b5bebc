import { z } from 'zod'
import { platformAnswer, platformInput } from '#infra/http/platforms.ts'
import { filledText, idOf, instant } from '#infra/http/schemas.ts'

const count = z.int().nonnegative()
const oldest = instant
  .nullable()
  .meta({ description: 'The time since which the oldest of them could go. Null: none waits.' })

export const restsWhyCode = z
  .string()
  .nullable()
  .meta({
    description: 'The reason as a code, such as app_unknown. Null: nothing is left alone, or the reason has no code.',
    examples: ['app_unknown'],
  })

const pause = z
  .strictObject({
    reason: z.string(),
    since: instant,
    byUid: idOf('usr').nullable(),
  })
  .meta({ id: 'PublishingPause', description: 'While it lasts, nothing goes out on the network.' })

const networkQueue = z
  .strictObject({
    ...platformAnswer,
    ready: count.meta({ description: 'Due now, and not taken by a process.' }),
    atWork: count.meta({ description: 'On accounts that a process works on now.' }),
    waiting: count.meta({ description: 'In the queue for a later time: a retry, a gap, a network that still works.' }),
    oldestReadyAt: oldest,
    pause: pause.nullable(),
    restsUntil: instant.nullable().meta({ description: 'Set while Posthorn itself leaves the network alone.' }),
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
  .meta({ id: 'QueueLane', description: 'One account at its network. Its publications go out one after the other.' })

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
    lanes: z.array(lane).meta({ description: 'The 20 accounts whose publications have waited longest.' }),
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
    description: 'Without `platform`, every network is paused.',
    examples: [{ platform: 'net-d', reason: 'X has suspended our app; we are talking to them.' }],
  })

export const resumeBody = z
  .strictObject({ platform: platformInput.optional(), reason: filledText(300).optional() })
  .meta({
    id: 'ResumeQueueBody',
    description: 'Without `platform`, every network goes on.',
    examples: [{ platform: 'net-d' }],
  })
