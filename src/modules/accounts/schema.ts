import { z } from 'zod'
import { lossCodes } from '#connectors/connector.ts'
import { platformAnswer, platformInput } from '#infra/http/platforms.ts'
import { deletionFields, exampleId, idOf, instant, pageFields, pageQuery, wordList } from '#infra/http/schemas.ts'
import { modes } from '#rules/modes.ts'
import { disconnectActions } from './deps.ts'

const exampleAccountId = exampleId('acc')

const forecast = z
  .object({
    failsAt: instant,
    reason: z.string(),
    posts: z.int().meta({ description: 'Number of unpublished posts for the account.' }),
    firstPostAt: instant.nullable(),
  })
  .meta({
    id: 'AccountForecast',
    description: 'The posts that will not be published unless the account is reconnected.',
  })

const statuses = ['active', 'needs_reconnect', 'disconnected'] as const
const status = z.enum(statuses)

const chosen = z.record(z.string(), z.unknown()).meta({ documentedAs: { type: 'object' } })

export const account = z
  .object({
    id: idOf('acc'),
    accountId: idOf('acc').meta({ description: 'The same as `id`.', examples: [exampleAccountId] }),
    profileId: idOf('prof'),
    ...platformAnswer,
    mode: z
      .enum(modes)
      .meta({ description: 'The mode in which the account was connected. It publishes only in this mode.' }),
    handle: z.string().meta({ examples: ['alice.sandbox'] }),
    displayName: z.string().nullable(),
    avatar: z.string().nullable().meta({
      description: 'The URL of the image at the network, which may expire. Pages show `avatarUrl` instead.',
    }),
    avatarUrl: z.string().nullable().meta({
      description:
        'The image, served by this installation. Null if the account has none, or until it has been fetched.',
    }),
    status,
    statusReason: z.string().nullable().meta({ description: 'Why the account must be reconnected.' }),
    statusReasonCode: z
      .string()
      .nullable()
      .meta({
        description: `The reason as a code: ${Object.keys(lossCodes)
          .map((code) => `\`${code}\``)
          .join(', ')}. More codes may be added.`,
        examples: ['sign_in_refused'],
      }),
    scopes: z.string().array(),
    warnings: z.string().array().meta({
      description:
        'Problems that the owner should know about, for example that more scopes were granted than Posthorn needs.',
    }),
    isDefault: z
      .boolean()
      .meta({ description: 'Whether posts that name the platform but no account go to this account.' }),
    settings: chosen.meta({
      description:
        'Default settings for the account’s posts, for example `boardId`. Settings in a post take precedence.',
    }),
    expiresAt: instant.nullable().meta({
      description: 'When the grant expires. If the network allows it, Posthorn renews the grant before then.',
    }),
    page: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'The page that this account represents, on networks with pages.' }),
    forecast: forecast.nullable(),
    createdAt: instant,
    lastCheckedAt: instant.nullable(),
  })
  .meta({ id: 'Account', description: 'An account on a network that posts are published from.' })

const include = z
  .enum(['disconnected'])
  .optional()
  .meta({ description: '`disconnected` also lists accounts that are no longer connected.' })

export const accountsQuery = z.strictObject({ profileId: idOf('prof'), include })
export const allAccountsQuery = z.strictObject({ include })
export const accountPath = z.strictObject({ accountId: idOf('acc') })

export const connectionsQuery = z.strictObject({
  profileId: idOf('prof').optional(),
  platform: platformInput.optional(),
  status: wordList(statuses)
    .default(['active', 'needs_reconnect'])
    .meta({ description: 'If omitted, all accounts except disconnected ones are listed.' }),
  ...pageQuery({ max: 100, fallback: 50 }),
})
export const connectionPage = z.object({ connections: account.array(), ...pageFields }).meta({ id: 'ConnectionPage' })

export const changeAccountBody = z
  .strictObject({
    isDefault: z.literal(true, 'must be true; to change the default, set it on another account').optional(),
    settings: chosen.optional().meta({
      description:
        'Default settings for posts of the account, for example `boardId` on Pinterest. Replaces all previous defaults. ' +
        'Most networks require these settings in each post and accept no defaults.',
      examples: [{ boardId: '700000000000000010' }],
    }),
  })
  .meta({ id: 'ChangeAccount', examples: [{ isDefault: true }] })

const action = z.enum(disconnectActions).meta({
  description:
    'What happens to the unpublished posts of the account. `keep`: when they become due, they wait until the account is reconnected. `draft`: posts without another target become drafts. `delete`: posts without another target are moved to the trash.',
})
export const leaveQuery = z.strictObject({ action })
export const endQuery = z.strictObject({ action: action.default('keep') })
export const left = z
  .object({
    ...deletionFields,
    success: z.literal(true),
    affected: z.int().meta({ description: 'Number of posts that were changed.' }),
  })
  .meta({ id: 'DisconnectedAccount' })
export const success = z.object({ ...deletionFields, success: z.literal(true) }).meta({ id: 'Success' })

export const health = z
  .object({
    accountId: idOf('acc'),
    status,
    checks: z
      .object({ name: z.enum(['connected', 'grant', 'account']), ok: z.boolean(), detail: z.string() })
      .array()
      .meta({
        description: 'The checks in the order in which they ran. After a failed check, the remaining ones are skipped.',
      }),
    expiresAt: instant.nullable(),
    lastPublishedAt: instant.nullable(),
    forecast: forecast.nullable(),
  })
  .meta({ id: 'AccountHealth', description: 'The result of live checks with the network.' })

export const affectedPosts = z
  .object({
    total: z.int(),
    posts: z
      .object({
        postId: idOf('post'),
        status: z.string(),
        scheduledAt: instant.nullable(),
        content: z.string().meta({ description: 'The start of the text.' }),
        hasOthers: z
          .boolean()
          .meta({ description: 'Whether the post has other targets, which it is still published to.' }),
      })
      .array()
      .meta({ description: 'At most 100 posts, earliest first.' }),
  })
  .meta({ id: 'AffectedPosts' })

export type AccountChange = z.output<typeof changeAccountBody>
export type ConnectionsQuery = z.output<typeof connectionsQuery>
