import { z } from 'zod'
import { idOf, instant, instantInput, pageFields, pageQuery, text } from '#infra/http/schemas.ts'
import { auditEntry, auditSources } from '#modules/audit/index.ts'

const filters = {
  actor: idOf('usr').optional().meta({ description: 'Only what this person did.' }),
  source: z
    .enum(auditSources)
    .optional()
    .meta({
      description:
        'Only what was done this way: `web` is a signed-in person, `chat` a person in a linked chat, `api-key` and ' +
        '`app` are programs, and `system` is Posthorn itself.',
    }),
  action: text(1, 100)
    .optional()
    .meta({
      description: 'Only this action, or all actions on one type of object, such as `post`.',
      examples: ['post.approved', 'post'],
    }),
  from: instantInput.optional().meta({ description: 'From this time on.' }),
  to: instantInput.optional().meta({ description: 'Before this time.' }),
}

export const activityQuery = z.strictObject({ ...pageQuery({ max: 200, fallback: 50 }), ...filters })

export const activityExportQuery = z.strictObject({
  ...filters,
  bom: z.enum(['true', 'false']).default('false').meta({
    description: 'Whether the file begins with a byte order mark, with which spreadsheets read it as UTF-8.',
  }),
})

const { changes, action, subject } = auditEntry.shape

const activityEntry = z
  .object({
    id: idOf('aud'),
    at: instant,
    actor: z.object({
      uid: idOf('usr').nullable().meta({ description: 'The person who acted. Null for Posthorn itself.' }),
      name: z.string().nullable().meta({ description: 'Their name. Null if their account was deleted.' }),
      avatarUrl: z.string().nullable().meta({ description: 'Their photo, from this installation.' }),
    }),
    source: z
      .object({
        kind: z.enum(auditSources),
        id: z
          .union([idOf('key'), idOf('app')])
          .nullable()
          .meta({ description: 'The API key or the connected app.' }),
        name: z.string().nullable().meta({ description: 'The name of the API key or the app. Null if there is none.' }),
      })
      .meta({ description: 'How it was done: in the browser, in a chat, or by a program.' }),
    action,
    subject,
    changes,
  })
  .meta({ id: 'ProfileActivityEntry' })

export const activityPage = z
  .object({
    entries: activityEntry.array(),
    keptFrom: instant.meta({ description: 'What happened before this time is no longer listed.' }),
    ...pageFields,
  })
  .meta({ id: 'ProfileActivityPage' })

export type ActivityQuery = z.output<typeof activityQuery>
export type ActivityExportQuery = z.output<typeof activityExportQuery>
