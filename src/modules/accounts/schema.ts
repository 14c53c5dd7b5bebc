import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { exampleId, idOf, instant } from '#infra/http/schemas.ts'
import { disconnectActions } from './deps.ts'

const exampleAccountId = exampleId('acc')

const forecast = z
  .object({
    failsAt: instant,
    reason: z.string(),
    posts: z.int().meta({ description: 'How many posts are meant for it.' }),
    firstPostAt: instant.nullable(),
  })
  .meta({ id: 'AccountForecast', description: 'What will not go out unless the account is connected again.' })

const status = z.enum(['active', 'needs_reconnect', 'disconnected'])

const chosen = z.record(z.string(), z.unknown()).meta({ documentedAs: { type: 'object' } })

export const account = z
  .object({
    id: idOf('acc'),
    accountId: idOf('acc').meta({ description: 'The same as `id`.', examples: [exampleAccountId] }),
    profileId: idOf('prof'),
    ...platformAnswer,
    mode: z.enum(['sandbox', 'live']).meta({ description: 'Where it was connected; it publishes only there.' }),
    handle: z.string().meta({ examples: ['alice.sandbox'] }),
    displayName: z.string().nullable(),
    avatar: z.string().nullable(),
    status,
    statusReason: z.string().nullable().meta({ description: 'Why it has to be connected again.' }),
    scopes: z.string().array(),
    warnings: z
      .string()
      .array()
      .meta({ description: 'What its owner should know, such as that more was granted than is needed.' }),
    isDefault: z.boolean().meta({ description: 'Meant where a post names the platform and no account.' }),
    settings: chosen.meta({
      description: 'What its posts choose where they choose nothing themselves, such as `boardId`.',
    }),
    expiresAt: instant
      .nullable()
      .meta({ description: 'When what was granted ends; where the network renews, we do so before.' }),
    page: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'Which of the pages of a person it is, where a network has these.' }),
    forecast: forecast.nullable(),
    createdAt: instant,
    lastCheckedAt: instant.nullable(),
  })
  .meta({ id: 'Account', description: 'Whom posts go out as, on one network.' })

const include = z
  .enum(['disconnected'])
  .optional()
  .meta({ description: '`disconnected`: those that are not connected any more, too.' })

export const accountsQuery = z.strictObject({ profileId: idOf('prof'), include })
export const allAccountsQuery = z.strictObject({ include })
export const accountPath = z.strictObject({ accountId: idOf('acc') })

export const changeAccountBody = z
  .strictObject({
    isDefault: z.literal(true, 'must be true; to change it, make another account the default').optional(),
    settings: chosen.optional().meta({
      description:
        'What posts of the account are to choose where they choose nothing themselves, in the place of what there was: ' +
        '`boardId` on Pinterest. Other networks want it chosen for each post.',
      examples: [{ boardId: '700000000000000010' }],
    }),
  })
  .meta({ id: 'ChangeAccount', examples: [{ isDefault: true }] })

export const leaveQuery = z.strictObject({
  action: z.enum(disconnectActions).meta({
    description:
      'What becomes of posts that would go there. `keep`: they wait at their time for the account to be connected again. ' +
      '`draft`: those without another target become drafts. `delete`: those go to the trash.',
  }),
})
export const left = z
  .object({ success: z.literal(true), affected: z.int().meta({ description: 'How many posts that touched.' }) })
  .meta({ id: 'DisconnectedAccount' })
export const success = z.object({ success: z.literal(true) }).meta({ id: 'Success' })

export const health = z
  .object({
    accountId: idOf('acc'),
    status,
    checks: z
      .object({ name: z.enum(['connected', 'grant', 'account']), ok: z.boolean(), detail: z.string() })
      .array()
      .meta({ description: 'In their order; after one that fails the rest is not tried.' }),
    expiresAt: instant.nullable(),
    lastPublishedAt: instant.nullable(),
    forecast: forecast.nullable(),
  })
  .meta({ id: 'AccountHealth', description: 'How an account is, asked of the network just now.' })

export const affectedPosts = z
  .object({
    total: z.int(),
    posts: z
      .object({
        postId: idOf('post'),
        status: z.string(),
        scheduledAt: instant.nullable(),
        content: z.string().meta({ description: 'How it begins.' }),
        hasOthers: z.boolean().meta({ description: 'It has other targets, and goes on without this one.' }),
      })
      .array()
      .meta({ description: 'The soonest first, at most 100.' }),
  })
  .meta({ id: 'AffectedPosts' })

export type AccountChange = z.output<typeof changeAccountBody>
