import { z } from 'zod'
import { idOf, instant, text } from '#infra/http/schemas.ts'

const name = z.string().meta({ examples: ['accounts-refresh'] })
const schedule = z.string().meta({ description: 'A cron expression.', examples: ['*/10 * * * *'] })

export const cronPath = z.strictObject({ name })

const run = z
  .strictObject({
    scheduledFor: instant,
    state: z.enum(['waiting', 'running', 'retrying', 'done', 'failed', 'died']).meta({
      description: 'died: the process ended during the run. Another process retries it, up to a few times.',
    }),
    begunAt: instant.nullable(),
    finishedAt: instant.nullable(),
    durationMs: z.int().nonnegative().nullable(),
    attempts: z.int().nonnegative(),
    error: z.string().nullable().meta({ description: 'The error of the last failed attempt.' }),
    byUid: idOf('usr').nullable().meta({ description: 'The user who started it manually. Null if the schedule did.' }),
  })
  .meta({ id: 'CronRun' })

const config = z
  .strictObject({
    name,
    schedule,
    builtInSchedule: schedule,
    timezone: z.string().meta({ examples: ['UTC'] }),
    enabled: z.boolean(),
    nextRuns: z
      .array(instant)
      .readonly()
      .meta({ description: 'The next five runs. Empty while the cron is turned off.' }),
    updatedAt: instant.nullable().meta({ description: 'Null if it was never changed.' }),
    updatedByUid: idOf('usr').nullable(),
  })
  .meta({ id: 'CronConfig' })

export const cronConfig = config
export const cronConfigs = z.strictObject({ configs: z.array(config) }).meta({ id: 'CronConfigs' })

const status = z
  .strictObject({
    name,
    enabled: z.boolean(),
    schedule,
    nextRunAt: instant.nullable(),
    missedAt: instant.nullable().meta({ description: 'A scheduled time that passed without any process starting it.' }),
    runs: z.array(run).meta({ description: 'The last 20, newest first.' }),
  })
  .meta({ id: 'CronStatus' })

export const cronStatus = z.strictObject({ crons: z.array(status) }).meta({ id: 'CronStatusList' })
export const startedRun = run

export const changeCronBody = z
  .strictObject({
    enabled: z.boolean().optional(),
    schedule: text(1, 200).nullable().optional().meta({
      description: 'A cron expression of five fields, in the time zone of the cron. Null for the built-in schedule.',
    }),
  })
  .meta({ id: 'ChangeCronBody', examples: [{ schedule: '*/5 * * * *' }, { enabled: false }] })
