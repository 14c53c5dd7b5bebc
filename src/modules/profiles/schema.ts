import { z } from 'zod'
import { versioned } from '#infra/http/answer/conditional.ts'
import { idOf, instant, nameText, text, timezone } from '#infra/http/schemas.ts'
import { stepRoles } from '#kernel/approval-steps.ts'
import { profileRoles } from '#kernel/rights.ts'
import { isFaceUrl } from '#modules/faces/index.ts'
import { sentences } from '#rules/faults/sentences.ts'
import { approverRoles, inboxApprovalRules } from './state.ts'

const name = nameText(100).meta({
  description: '1 to 100 characters on one line. Leading and trailing spaces are removed.',
  examples: ['Harbour Coffee'],
})

export const avatarAdvice =
  'must be an https URL such as https://example.com/logo.png, or the `storagePath` or `url` of an uploaded image'

const avatar = text(1, 2_048)
  .refine((value) => isHttpsUrl(value) || mayNamePicture(value) || isFaceUrl(value), avatarAdvice)
  .meta({
    description:
      'An https URL, or the `storagePath` or `url` of an image that you uploaded. For an uploaded image, ' +
      'responses contain a URL that works without a credential for 23 to 24 hours. If the image is deleted, ' +
      'the profile no longer has one.',
    examples: ['https://example.com/logo.png'],
  })

const brandColor = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, sentences.colour)
  .toUpperCase()
  .meta({ description: '`#RRGGBB`, stored in uppercase.', examples: ['#1A2B3C'] })

const requiredApprovals = z
  .int()
  .min(0)
  .max(5)
  .meta({ description: 'How many approvals a post needs before it is published. 0 means none.', examples: [0] })
const approverRole = z
  .enum(approverRoles)
  .meta({ description: 'The minimum role required to approve. Approvers always may.', examples: ['admin'] })

const stepId = z
  .string()
  .regex(/^[a-z0-9]{1,32}$/, 'must be the `id` of a step of this profile')
  .meta({ description: 'Identifies the step, also after it is renamed or moved.', examples: ['k3v9x2m7q4p1'] })
const stepName = nameText(60).meta({
  description: 'The name of the step. Each step of a profile has a different name.',
  examples: ['Client'],
})
const roles = z
  .enum(stepRoles)
  .array()
  .max(stepRoles.length)
  .meta({ description: 'The members with these roles can approve this step.', examples: [['approver']] })
const uids = idOf('usr')
  .array()
  .max(20)
  .meta({ description: 'More members who can approve this step.', examples: [[]] })

const guestIds = idOf('gst')
  .array()
  .max(20)
  .meta({ description: 'The guests who can approve this step.', examples: [[]] })
const inboxApprovals = z.enum(inboxApprovalRules).meta({
  description:
    'Which replies of the inbox wait for an approval, by the people who approve posts. `programs`: those that API keys and ' +
    'connected apps write. With `programs` and `all`, contributors can write replies, and these wait.',
  examples: ['none'],
})
const guestCodes = z.boolean().meta({
  description:
    'True if a guest confirms the first decision on each device with a code sent by email. If false, anyone with the ' +
    'link can decide, and the audit log says “unconfirmed”.',
})

const givenSteps = z
  .strictObject({
    id: stepId.optional().meta({ description: 'Omit it for a new step.' }),
    name: stepName,
    roles: roles.default([]),
    uids: uids.default([]),
    guestIds: guestIds.optional().meta({ description: 'If omitted, the guests of the step stay.' }),
  })
  .meta({ id: 'ApprovalStepChange' })
  .array()
  .max(5)
  .refine(haveOwnNames, 'must have different names')
  .meta({
    description:
      'The steps of an approval, in order. One person of each step has to approve a post, and no one approves two ' +
      'steps of it. `requiredApprovals` becomes the number of steps. An empty list ends the steps.',
    examples: [
      [
        { name: 'Editor', roles: ['editor', 'admin'] },
        { name: 'Client', roles: ['approver'] },
      ],
    ],
  })

function haveOwnNames(steps: readonly { readonly name: string }[]): boolean {
  return new Set(steps.map(({ name: one }) => one.toLowerCase())).size === steps.length
}

const samePostDays = z
  .int()
  .min(0)
  .max(90)
  .meta({
    description:
      'Warns about a post that the account has already planned, or published within this many days. 0 means ' +
      'no warning.',
    examples: [7],
  })

/** True for a value that may refer to an uploaded image. Only the library knows whether it does. */
const mayNamePicture = (value: string): boolean =>
  /^uploads\/[0-9a-f]{32}$/.test(value) || /^http:\/\/[^\s?#]+\/v1\/media\/proxy\/[\w-]+$/.test(value)

export function isHttpsUrl(value: string): boolean {
  if (!/^https:\/\/[^\s/?#\\]+/i.test(value) || /\s/.test(value) || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

/** The fields that a client may set. Each is also in `profileShape`. */
const givenFields = {
  name,
  avatar: avatar.nullable().optional(),
  brandColor: brandColor.nullable().optional(),
  timezone: timezone.nullable().optional(),
  requiredApprovals: requiredApprovals.optional(),
  approverRole: approverRole.optional(),
  samePostDays: samePostDays.optional(),
  guestCodes: guestCodes.optional(),
  inboxApprovals: inboxApprovals.optional(),
}

export const createProfileBody = z.strictObject(givenFields).meta({
  id: 'CreateProfile',
  examples: [{ name: 'Harbour Coffee', brandColor: '#1A2B3C', timezone: 'Europe/Berlin' }],
})

export const updateProfileBody = z
  .strictObject({ ...givenFields, name: name.optional(), approvalSteps: givenSteps.optional() })
  .meta({
    id: 'UpdateProfile',
    description: 'Omitted fields are left unchanged. Null clears a field.',
    examples: [{ name: 'Harbour Coffee Roasters', avatar: null }],
  })

const profileShape = {
  id: idOf('prof'),
  name: z.string(),
  avatar: z.string().nullable(),
  avatarUrl: z.string().nullable().meta({
    description: 'The image from this installation. Null without an image, or until its URL is fetched.',
  }),
  brandColor: z.string().nullable(),
  timezone: z.string().nullable(),
  requiredApprovals,
  approverRole,
  approvalSteps: z
    .object({ id: stepId, name: stepName, roles, uids, guestIds })
    .meta({ id: 'ApprovalStep' })
    .array()
    .meta({
      description: 'The steps of an approval, in order. Empty if any `requiredApprovals` people can approve at once.',
      examples: [[]],
    }),
  samePostDays,
  guestCodes,
  inboxApprovals,
  readOnly: z.boolean().meta({
    description:
      'True if the owner’s plan allows fewer profiles. The profile can then be read and deleted. Changes ' +
      'fail with 403 `plan_required`, and its due posts are held.',
  }),
  createdAt: instant,
  updatedAt: instant,
}

export const profile = versioned(
  z.object(profileShape).meta({ id: 'Profile', description: 'A profile: the workspace of one brand.' }),
)

export const accessibleProfile = z
  .object({ ...profileShape, ownerUid: idOf('usr'), role: z.enum(profileRoles) })
  .meta({ id: 'AccessibleProfile', description: 'A profile with its owner and your role.' })

export const profilePath = z.strictObject({ id: idOf('prof') })
export type NewProfile = z.output<typeof createProfileBody>
export type ProfileChanges = z.output<typeof updateProfileBody>
