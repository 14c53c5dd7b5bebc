import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { instant } from '#infra/http/schemas.ts'
import { modes } from '#rules/modes.ts'

const count = z.int().nonnegative()
const share = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .meta({ description: 'From 0 to 1. Null if there were none.', examples: [0.998] })

const ended = {
  published: count,
  failed: count,
  unknown: count.meta({ description: 'Publications whose outcome is unknown.' }),
  successShare: share,
  latenessMs: z.strictObject({ p50: z.number(), p99: z.number() }).nullable().meta({
    description: 'How late they were published. The value can be up to 42% too high. Null if none was published.',
  }),
}

const outcomes = z
  .strictObject({
    all: z.strictObject(ended),
    byNetwork: z.array(z.strictObject({ ...platformAnswer, mode: z.enum(modes), ...ended })),
  })
  .meta({ id: 'PublishingOutcomes', description: 'The outcomes of publications. The period starts on the hour.' })

const deliveries = z.strictObject({ delivered: count, failed: count, successShare: share })
const both = <Schema extends z.ZodType>(schema: Schema) => z.strictObject({ last24h: schema, last7d: schema })

const users = z.strictObject({ total: count, newIn24h: count, newIn7d: count })
const counts = (example: Readonly<Record<string, number>>) => z.record(z.string(), count).meta({ examples: [example] })

const node = z
  .strictObject({
    id: z.uuid().meta({ examples: ['0195c3a2-7f00-7000-8000-000000000001'] }),
    host: z.string().meta({ examples: ['worker-1'] }),
    roles: z.array(z.string()).meta({ examples: [['api', 'worker']] }),
    version: z.string().meta({ examples: ['0.1.0'] }),
    startedAt: instant,
    seenAt: instant,
    isSilent: z.boolean().meta({ description: 'True if it has not sent a heartbeat for 30 seconds.' }),
    clockOffsetMs: z.int().meta({ description: 'How far the database clock is ahead of the machine’s clock.' }),
    disk: z
      .strictObject({ freeBytes: count, totalBytes: count })
      .meta({ description: 'The disk that holds its data folder.' }),
    memoryBytes: count,
  })
  .meta({ id: 'Node', description: 'One process of the installation.' })

export const overview = z
  .strictObject({
    at: instant,
    publishing: both(outcomes),
    queue: z.strictObject({
      ready: count,
      oldestReadyAt: instant.nullable(),
      pausedPlatforms: z.array(z.string()).meta({ examples: [['net-d']] }),
    }),
    jobs: z.strictObject({ ready: count, failed: count, oldestReadyAt: instant.nullable() }),
    webhooks: z.strictObject({ ...both(deliveries).shape, ready: count, oldestReadyAt: instant.nullable() }),
    users,
    alerts: z.strictObject({ open: count, critical: count }),
    database: z.strictObject({ sizeBytes: count, version: z.string().meta({ examples: ['18.4'] }) }),
    nodes: z.array(node),
  })
  .meta({ id: 'AdminOverview' })

export const stats = z
  .strictObject({
    at: instant,
    users: z.strictObject({
      ...users.shape,
      byPlan: counts({ free: 12, pro: 3 }),
      byRole: counts({ user: 14, superadmin: 1 }),
      bySubscription: counts({ active: 14, past_due: 1 }),
    }),
    profiles: count,
    accounts: z.strictObject({
      total: count,
      byStatus: counts({ active: 20, needs_reconnect: 1 }),
      byPlatform: counts({ 'net-a': 21 }),
    }),
    posts: z.strictObject({ total: count, byStatus: counts({ draft: 4, published: 70 }), inTrash: count }),
    publishing: both(outcomes),
    webhooks: z.strictObject({ endpoints: count, ...both(deliveries).shape }),
  })
  .meta({ id: 'AdminStats' })
