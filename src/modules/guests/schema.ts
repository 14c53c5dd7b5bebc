import { z } from 'zod'
import { deletionFields, idOf, instant, instantInput, nameText } from '#infra/http/schemas.ts'
import { sentences } from '#rules/faults/sentences.ts'
import { type Language, languages } from '#rules/languages/languages.ts'

export const profilePath = z.strictObject({ id: idOf('prof') })
export const guestPath = z.strictObject({ id: idOf('prof'), guestId: idOf('gst') })

const day = z.iso.date('must be a date such as 2026-12-01').meta({ examples: ['2026-12-01'] })
const from = day.meta({ description: 'The first day that the link shows, in the profile’s time zone.' })
const to = day.meta({ description: 'The last day that the link shows.', examples: ['2026-12-31'] })
const name = nameText(80).meta({
  description: 'The guest’s name, as decisions and comments show it.',
  examples: ['Maria'],
})
const email = z
  .string()
  .trim()
  .max(254)
  .email(sentences.email)
  .meta({
    description: 'The link and the codes are sent to this address. It can’t be changed.',
    examples: ['maria@example.com'],
  })
const may = z.enum(['see', 'comment', 'approve']).meta({
  description:
    'What the guest can do in addition to reading. `approve` includes `comment`. The guest’s approval counts if a step ' +
    'of `approvalSteps` names the guest. A rejection makes the post a draft in any case.',
  examples: ['approve'],
})
const language = z
  .enum(Object.keys(languages) as [Language, ...Language[]])
  .meta({ description: 'The language of emails to the guest.', examples: ['en'] })
const expiresAt = instantInput.meta({ description: 'When the link expires, at most 366 days from now.' })

export const inviteBody = z
  .strictObject({
    name,
    email,
    language: language.default('en'),
    may: may.default('approve'),
    postId: idOf('post').optional().meta({ description: 'Shows only this post. Otherwise, send `from` and `to`.' }),
    from: from.optional(),
    to: to.optional(),
    expiresAt,
    send: z.boolean().default(true).meta({ description: 'False to send no email. Share the `url` yourself.' }),
  })
  .meta({
    id: 'InviteGuest',
    examples: [
      {
        name: 'Maria',
        email: 'maria@example.com',
        from: '2026-12-01',
        to: '2026-12-31',
        expiresAt: '2027-01-05T00:00:00Z',
      },
    ],
  })

export const guestChanges = z
  .strictObject({ name, language, may, from, to, expiresAt })
  .partial()
  .meta({
    id: 'ChangeGuest',
    description: 'Omitted fields are left unchanged. A link to one post has no period.',
    examples: [{ to: '2027-01-31' }],
  })

export const guest = z
  .object({
    id: idOf('gst'),
    profileId: idOf('prof'),
    name,
    email: z.string().meta({ examples: ['maria@example.com'] }),
    language,
    may,
    postId: idOf('post').nullable().meta({ description: 'The only post that the link shows. Null for a period.' }),
    from: from.nullable(),
    to: to.nullable(),
    url: z.string().meta({
      description: 'The link. Anyone who has it sees what the guest sees. Deciding requires a code sent to the guest.',
      examples: ['https://posthorn.example.com/v1/portal/pQ8Zt1c3q2-7wEjRWd4mrze8gEjRQ1c3q2-7wEjRWd4'],
    }),
    isActive: z.boolean().meta({
      description: 'True if the link works. It ends when it expires, is revoked, or its inviter leaves the profile.',
    }),
    invitedByUid: idOf('usr').nullable().meta({ description: 'Null if the person’s account was deleted.' }),
    createdAt: instant,
    expiresAt: instant,
    revokedAt: instant.nullable(),
    seenAt: instant.nullable().meta({ description: 'When the link was last opened. Null if never.' }),
  })
  .meta({ id: 'Guest', description: 'A person without an account who can see posts of a profile with a link.' })

export const deletedGuest = z.object({ ...deletionFields, success: z.literal(true) }).meta({ id: 'DeletedGuest' })

export type InviteBody = z.output<typeof inviteBody>
export type GuestChanges = z.output<typeof guestChanges>
