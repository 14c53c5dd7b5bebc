import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { exampleId, filledText, idOf, instant, text } from '#infra/http/schemas.ts'
import { leaveActions } from './deps.ts'

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

export const connectBlueskyBody = z
  .strictObject({
    profileId: idOf('prof'),
    identifier: filledText(320)
      .trim()
      .meta({ description: 'Handle, DID or email address.', examples: ['alice.sandbox'] }),
    appPassword: filledText(256).meta({
      description: 'One made for this, in the settings of Bluesky; not the password of the account.',
      examples: ['sand-boxx-pass-word'],
    }),
    pdsUrl: text(0, 500)
      .trim()
      .transform((value) => (value === '' ? undefined : withScheme(value)))
      .refine(
        (value) => value === undefined || isServerUrl(value),
        'must be the address of a server, such as https://pds.example.com',
      )
      .optional()
      .meta({
        description: 'The server that the account is on, where it cannot be found by the handle. Empty: none is named.',
        documentedAs: { type: 'string' },
        examples: ['https://pds.example.com'],
      }),
  })
  .meta({
    id: 'ConnectBluesky',
    examples: [{ profileId: exampleId('prof'), identifier: 'alice.sandbox', appPassword: 'sand-boxx-pass-word' }],
  })

export const connectMastodonBody = z
  .strictObject({
    profileId: idOf('prof'),
    instanceUrl: text(1, 500)
      .trim()
      .regex(/^[^\s\\]{3,}$/, 'must be the address of a server, such as https://mastodon.social')
      .meta({
        description: 'The server that the account is on: its address, its name, or a whole `@name@server`.',
        examples: ['https://mastodon.social'],
      }),
    accessToken: text(1, 1_024)
      .trim()
      .regex(/^[\x21-\x7e]+$/, 'must be one word, as Mastodon shows it')
      .meta({
        description: 'Of an application made under Preferences, Development, with read and write.',
        examples: ['sandbox-token-alice'],
      }),
  })
  .meta({
    id: 'ConnectMastodon',
    examples: [
      { profileId: exampleId('prof'), instanceUrl: 'https://mastodon.social', accessToken: 'sandbox-token-alice' },
    ],
  })

/** Completes a host name to an https URL; a full URL keeps its scheme. */
const withScheme = (value: string): string =>
  (/^https?:\/\//i.test(value) ? value : `https://${value}`).replace(/(?<!\/)\/+$/, '')

function isServerUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && url.username === '' && url.password === '' && !/[?#\s\\]/.test(value)
}

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
  action: z.enum(leaveActions).meta({
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

const jsonSchema = z.record(z.string(), z.unknown()).meta({ description: 'A JSON Schema, for drawing a form.' })

export const providers = z
  .object({
    providers: z
      .object({
        ...platformAnswer,
        aliases: z
          .string()
          .array()
          .meta({ description: 'What is read in place of the id.', examples: [['bluesky']] }),
        name: z.string().meta({ examples: ['Bluesky'] }),
        defaultScopes: z.string().array(),
        capabilities: z
          .string()
          .array()
          .meta({ examples: [['text', 'images', 'video', 'threads']] }),
        mode: z.enum(['sandbox', 'live']),
        limits: z.record(z.string(), z.unknown()).meta({ description: 'What a post may be there.' }),
        settingsSchema: jsonSchema,
        connect: z.object({
          kind: z.enum(['direct', 'oauth']),
          path: z.string().nullable().meta({ description: 'Where a direct connect is asked for.' }),
          fields: jsonSchema.nullable(),
          needsApp: z.boolean().meta({ description: 'Whether the operator registers an app at the network first.' }),
          configured: z.boolean().meta({ description: 'Whether one can connect here as it is.' }),
        }),
      })
      .array(),
  })
  .meta({ id: 'Providers' })

export type BlueskySignIn = z.output<typeof connectBlueskyBody>
export type MastodonSignIn = z.output<typeof connectMastodonBody>
export type AccountChange = z.output<typeof changeAccountBody>
