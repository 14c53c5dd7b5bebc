import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { instant } from '#infra/http/schemas.ts'
import { modes } from '#rules/modes.ts'
import { restsWhyCode } from '../queue/schema.ts'

const count = z.int().nonnegative()
const mode = z.enum(modes)

const health = z
  .strictObject({
    ...platformAnswer,
    circuit: z
      .enum(['closed', 'open'])
      .meta({ description: 'open: Posthorn has suspended calls to the network for a while.' }),
    restsUntil: instant.nullable(),
    restsWhy: z.string().nullable(),
    restsWhyCode,
    pauseReason: z.string().nullable().meta({ description: 'Set while an operator has paused the network.' }),
    errorShare: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({
        description:
          'Share of the publications of the last 24 hours that failed or have an unknown outcome. Null if none has finished.',
        examples: [0.01],
      }),
    lastPublishedAt: instant.nullable().meta({ description: 'In the last 400 days.' }),
    lastError: z.strictObject({ at: instant, code: z.string().nullable(), message: z.string().nullable() }).nullable(),
    accounts: z.strictObject({ active: count, needsReconnect: count }),
  })
  .meta({ id: 'PlatformHealth' })

export const platformsHealth = z.strictObject({ platforms: z.array(health) }).meta({ id: 'PlatformsHealth' })

export const usageQuery = z.strictObject({
  date: z.iso
    .date({ error: 'must be a date such as 2026-11-21' })
    .optional()
    .meta({ description: 'A day in UTC. Defaults to today.', examples: ['2026-11-21'] }),
})

const usage = z
  .strictObject({
    ...platformAnswer,
    mode,
    published: count,
    failed: count,
    unknown: count,
    calls: count.meta({
      description: 'Calls that could have a visible effect. Reads and uploads are not counted.',
    }),
    appQuota: z.strictObject({ remaining: count, resetsAt: instant, readAt: instant }).nullable().meta({
      description:
        'The remaining allowance that the network last reported for the app, for any period. Null if it reports none.',
    }),
  })
  .meta({ id: 'PlatformUsage' })

export const platformsUsage = z
  .strictObject({ date: z.iso.date().meta({ examples: ['2026-11-21'] }), platforms: z.array(usage) })
  .meta({ id: 'PlatformsUsage' })

export const platformMode = z
  .strictObject({
    ...platformAnswer,
    mode: mode.meta({ description: 'Where new accounts are connected and publish.' }),
    isChosen: z.boolean().meta({
      description: 'True if an administrator chose the mode. Accounts connected in any other mode then wait.',
    }),
    choices: z
      .array(mode)
      .meta({ description: 'The modes that can be chosen now. Empty if the network’s app alone determines the mode.' }),
    isReadyForLive: z.boolean(),
    missing: z
      .array(
        z.strictObject({
          setting: z.string().meta({ examples: ['X_CLIENT_ID'] }),
          why: z
            .string()
            .meta({ examples: ['Whether the network connects accounts through an app that you register there.'] }),
        }),
      )
      .meta({ description: 'What is still missing for live mode.' }),
  })
  .meta({ id: 'PlatformMode' })

export const platformsMode = z.strictObject({ platforms: z.array(platformMode) }).meta({ id: 'PlatformsMode' })

export const changeModeBody = z
  .strictObject({
    mode: mode.meta({
      description:
        'live: posts are public. trial: the trial environment of the network, where only the author sees them. sandbox: the sandbox of this installation.',
    }),
  })
  .meta({ id: 'ChangePlatformMode', examples: [{ mode: 'trial' }] })
