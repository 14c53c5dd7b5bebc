import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { filledText, idOf, instant, text, wholeNumber } from '#infra/http/schemas.ts'
import { roles } from '#kernel/caller.ts'
import { auditEntry } from '#modules/audit/index.ts'
import { usage, user } from '#modules/identity/index.ts'
import { modes } from '#rules/modes.ts'

export const userPath = z.strictObject({ uid: idOf('usr') })

export const usersQuery = z.strictObject({
  q: text(1, 200).optional().meta({
    description:
      'An ID, or the beginnings of words in the name and email address: `ada exam` finds ada@example.com. The parts of a domain also match. Text in the middle of a word does not match.',
  }),
  tier: text(1, 64).optional().meta({ description: 'Only users with this plan.' }),
  role: z.enum(roles).optional().meta({ description: 'Only users with this role.' }),
  page: wholeNumber(1, 1_000).default(1).meta({ description: 'The number of the page, 1 to 1000.' }),
  pageSize: wholeNumber(1, 100).default(25).meta({ description: 'The number of users per page, 1 to 100.' }),
})

const disabled = {
  disabledAt: instant
    .nullable()
    .meta({ description: 'When an administrator disabled the user. Null if not disabled.' }),
  disabledReason: z.string().nullable(),
}

export const adminUser = z.strictObject({ ...user.shape, ...disabled }).meta({ id: 'AdminUser' })

export const userList = z
  .strictObject({
    users: z.array(adminUser).meta({ description: 'Newest first.' }),
    page: z.int(),
    pageSize: z.int(),
    total: z.int().meta({
      description: 'The number of users on all pages. With a search in `q`, counting stops at 1000.',
    }),
  })
  .meta({ id: 'AdminUserList' })

const network = platformAnswer

export const userDetail = z
  .strictObject({
    ...adminUser.shape,
    signIns: z.strictObject({
      sessions: z.int().meta({ description: 'Active sessions.' }),
      lastSignedInAt: instant.nullable(),
      apiKeys: z.int().meta({ description: 'Active API keys.' }),
    }),
    usage: usage.shape.limits,
    profiles: z
      .array(
        z.strictObject({
          id: idOf('prof'),
          name: z.string(),
          accounts: z.int(),
          readOnly: z.boolean(),
          createdAt: instant,
        }),
      )
      .meta({ description: 'The 100 newest profiles.' }),
    accounts: z
      .array(
        z.strictObject({
          id: idOf('acc'),
          profileId: idOf('prof'),
          ...network,
          handle: z.string(),
          mode: z.enum(modes),
          status: z.enum(['active', 'needs_reconnect']),
          statusReason: z.string().nullable(),
          lastCheckedAt: instant.nullable(),
        }),
      )
      .meta({ description: 'At most 100 connected accounts, with accounts that have problems first.' }),
    lastErrors: z
      .array(
        z.strictObject({
          postId: idOf('post'),
          ...network,
          handle: z.string(),
          status: z.string(),
          code: z.string(),
          error: z.string().nullable(),
          at: instant,
        }),
      )
      .meta({ description: 'The ten most recent publishing errors.' }),
    audit: z.array(auditEntry).meta({ description: 'The 20 most recent entries by or about the user.' }),
  })
  .meta({ id: 'AdminUserDetail' })

export const changeUserBody = z
  .strictObject({ role: z.enum(roles).optional(), plan: text(1, 64).optional() })
  .meta({ id: 'ChangeUserRole', description: 'Omitted fields are left unchanged.', examples: [{ role: 'support' }] })

export const disableUserBody = z
  .strictObject({
    reason: filledText(500).meta({ description: 'Shown to other administrators and in the audit log.' }),
  })
  .meta({ id: 'DisableUser', examples: [{ reason: 'Sends spam, by three reports.' }] })

export const done = z.strictObject({ ok: z.literal(true) })
