import { z } from 'zod'
import { platformId, platformInput } from '#infra/http/platforms.ts'
import { filledText, idOf, instant, text } from '#infra/http/schemas.ts'
import { sentences } from '#rules/faults/sentences.ts'
import { networks } from '#rules/network-names.ts'
import { granted } from '../members/schema.ts'

const email = z
  .string()
  .trim()
  .max(254)
  .email(sentences.email)
  .meta({ examples: ['ada@example.com'] })

export const inviteMemberBody = z
  .strictObject({ email, role: granted })
  .meta({ id: 'InviteProfileMember', examples: [{ email: 'ada@example.com', role: 'editor' }] })

export const invitedMember = z
  .strictObject({
    invited: z.literal(true),
    inviteId: idOf('pinv'),
    email: z.string(),
    role: granted,
    expiresAt: instant,
  })
  .meta({
    id: 'InvitedProfileMember',
    description: 'The response is the same whether or not the address has an account.',
  })

export const createInviteBody = z
  .strictObject({
    role: granted
      .nullable()
      .optional()
      .meta({
        description:
          'The role granted on acceptance. If null or omitted, the invitation grants no membership and only ' +
          'lets its holder connect an account.',
      }),
    email: email.nullable().optional().meta({
      description: 'The only email address that may accept. If null or omitted, anyone with the token may accept.',
    }),
    expiresInHours: z.int().min(1).max(720).default(168).meta({ description: 'How long the invitation is valid.' }),
    platforms: z.array(platformInput).min(1).max(networks.length).optional().meta({
      description:
        'The networks to choose from, in an invitation that only connects an account. If omitted, all networks.',
    }),
    note: filledText(1_000).trim().nullable().optional().meta({
      description: 'A note from you. Everyone who opens the invitation can read it.',
    }),
  })
  .meta({
    id: 'CreateProfileInvite',
    mayBeAbsent: true,
    examples: [
      { role: 'editor', expiresInHours: 48 },
      { platforms: ['x', 'facebook'], note: 'Please connect the page of the bakery.' },
    ],
  })

const limits = {
  platforms: platformId
    .array()
    .nullable()
    .meta({ description: 'The networks to choose from. Null in an invitation that is not limited to some.' }),
  note: z.string().nullable().meta({ description: 'The note of the person who invites.' }),
}

/** The response of the one route that creates an invitation token. The token cannot be read again later. */
export const inviteWithToken = z
  .strictObject({
    id: idOf('pinv'),
    inviteToken: z.string().meta({ description: 'The token. It is shown only once and works once.' }),
    role: granted.nullable(),
    email: z.string().nullable(),
    ...limits,
    url: z.string().meta({
      description: 'The page of the invitation, to send to the person. It contains the token, but not in its query.',
      examples: ['https://posthorn.example.com/auth/invite#q1Zr0mZ0xk4Fv0b7yq2m3nC8t5LwPd9sJhXeGuIoRaY'],
    }),
    expiresAt: instant,
  })
  .meta({ id: 'ProfileInviteWithToken' })

export const invite = z
  .object({
    id: idOf('pinv'),
    role: granted.nullable(),
    email: z.string().nullable(),
    ...limits,
    mailed: z.boolean(),
    invitedBy: idOf('usr'),
    invitedByUid: idOf('usr').meta({
      description: 'The same as `invitedBy`, with the suffix that IDs of users have everywhere.',
    }),
    createdAt: instant,
    expiresAt: instant,
  })
  .meta({ id: 'ProfileInvite' })

export const acceptInviteBody = z
  .strictObject({ token: text(1, 200) })
  .meta({ id: 'AcceptProfileInvite', examples: [{ token: 'q1Zr0mZ0xk4Fv0b7yq2m3nC8t5LwPd9sJhXeGuIoRaY' }] })

/** An invitation as its holder sees it before accepting. */
export const readInvite = z
  .strictObject({
    profileName: z.string(),
    profileAvatarUrl: z.string().nullable().meta({ description: 'The photo of the profile. Null if none is set.' }),
    profileBrandColor: z
      .string()
      .nullable()
      .meta({ description: 'The color of the profile as `#RRGGBB`. Null if none is set.' }),
    inviterName: z.string(),
    role: granted,
    email: z.string().nullable().meta({ description: 'The only address that may accept. Null if any may.' }),
    note: limits.note,
    hasAccount: z
      .boolean()
      .nullable()
      .meta({
        description:
          'True if the address has an account here. Null unless the invitation was emailed to the address, because no ' +
          'one else may learn it.',
      }),
    expiresAt: instant,
  })
  .meta({ id: 'ReadProfileInvite' })

export const invitePath = z.strictObject({ id: idOf('prof'), inviteId: idOf('pinv') })

export type NewMember = z.output<typeof inviteMemberBody>
export type NewInvite = z.output<typeof createInviteBody>
