import { z } from 'zod'
import { filledText, idOf, instant, pageFields, pageQuery, text } from '#infra/http/schemas.ts'
import { manualKind, severities } from '#modules/alerts/index.ts'

const severity = z.enum(severities)
const kind = z.string().meta({ examples: ['queue_old'] })

export const alertPath = z.strictObject({ id: idOf('alert') })

export const alert = z
  .strictObject({
    id: idOf('alert'),
    kind,
    severity,
    message: z
      .string()
      .meta({ examples: ['The disk of the data folder on worker-1 has 7 % left. Free some space or enlarge it.'] }),
    subject: z
      .string()
      .nullable()
      .meta({ description: 'What it is about: a network, a process, or the ID of an object.' }),
    createdAt: instant,
    seenAt: instant.meta({ description: 'When its cause was last seen.' }),
    closedAt: instant
      .nullable()
      .meta({ description: 'When its cause ended. Null if the alert is still active or was raised manually.' }),
    ackedAt: instant.nullable(),
    ackedByUid: idOf('usr').nullable(),
    ackNote: z.string().nullable(),
    raisedByUid: idOf('usr')
      .nullable()
      .meta({ description: 'The user who raised it manually. Null if the service raised it.' }),
  })
  .meta({ id: 'Alert' })

export const alertPage = z.strictObject({ alerts: z.array(alert), ...pageFields }).meta({ id: 'AlertPage' })

export const alertQuery = z.strictObject({
  filter: z
    .enum(['open', 'acked', 'all'])
    .default('open')
    .meta({ description: 'open: neither acknowledged nor automatically closed.' }),
  ...pageQuery({ max: 100, fallback: 50 }),
})

export const raiseBody = z
  .strictObject({
    severity: severity.default('info'),
    message: filledText(500),
    kind: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,49}$/, 'must consist of lowercase letters, digits and underscores')
      .default(manualKind),
  })
  .meta({
    id: 'RaiseAlertBody',
    examples: [{ severity: 'warning', message: 'X is down; we are waiting for them to recover.' }],
  })

export const ackBody = z
  .strictObject({ note: text(1, 1_000).optional() })
  .meta({ id: 'AcknowledgeAlertBody', mayBeAbsent: true, examples: [{ note: 'The disk is being enlarged.' }] })

export const prefs = z
  .strictObject({
    email: z.boolean().meta({ description: 'True to be notified by email.' }),
    chat: z.boolean().meta({ description: 'True to be notified in linked Telegram and Slack chats.' }),
    minSeverity: severity,
    kinds: z
      .array(text(0, 50))
      .max(50)
      .readonly()
      .meta({
        description:
          'Only these kinds: those of the service, and those that alerts were raised with manually. Empty for every kind.',
        examples: [['queue_old']],
      }),
  })
  .meta({ id: 'AlertPreferences' })

export const prefsBody = prefs.partial().meta({
  id: 'AlertPreferencesBody',
  description: 'Omitted fields are left unchanged.',
  examples: [{ email: true, chat: true, minSeverity: 'critical', kinds: [] }],
})
