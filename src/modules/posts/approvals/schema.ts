import { z } from 'zod'
import { filledText, idOf, instant, text } from '#infra/http/schemas.ts'
import { approverRoles } from '#modules/profiles/index.ts'

export const requestBody = z
  .strictObject({
    note: text(0, 1_000)
      .optional()
      .meta({ examples: ['For next week’s campaign.'] }),
  })
  .meta({ id: 'RequestApproval', mayBeAbsent: true, examples: [{ note: 'For next week’s campaign.' }] })

const contentHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be the contentHash from `GET /v1/posts/{id}/approvals`')
  .meta({
    description: 'The content that you have read. The request is rejected if the post has changed since.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  })

const stepId = z
  .string()
  .regex(/^[a-z0-9]{1,32}$/, 'must be the `id` of a step of the post’s profile')
  .meta({ examples: ['k3v9x2m7q4p1'] })

export const approveBody = z
  .strictObject({
    contentHash,
    stepId: stepId.optional().meta({
      description:
        'The step that you approve, from `currentStepId`. If another step is next by then, the request is rejected. ' +
        'By default, the step that is next.',
      examples: ['k3v9x2m7q4p1'],
    }),
  })
  .meta({
    id: 'ApprovePost',
    examples: [{ contentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }],
  })

export const rejectBody = z
  .strictObject({ reason: filledText(1_000).meta({ examples: ['The date is wrong.'] }) })
  .meta({ id: 'RejectPost', examples: [{ reason: 'The date is wrong.' }] })

const isSame =
  'True if the decision is about the content that would be sent now, or about what was published once everything is.'

export const approvals = z
  .object({
    required: z.int().meta({ description: '0 if the profile requires no approvals.' }),
    role: z
      .enum(approverRoles)
      .nullable()
      .meta({ description: 'The minimum role required to approve. Approvers always may.' }),
    status: z.enum(['not_required', 'needed', 'requested', 'approved', 'rejected']),
    contentHash: contentHash.nullable().meta({
      description:
        'A hash of the content that would be sent now. Null if a target has no account or a file has not been fetched yet.',
    }),
    publishedHash: contentHash.nullable().meta({
      description:
        'The hash of what was published, to compare with the `contentHash` of approvals. Null until all targets are ' +
        'published, and after an account was erased.',
    }),
    request: z
      .object({
        requestedBy: idOf('usr').nullable(),
        requestedByUid: idOf('usr')
          .nullable()
          .meta({ description: 'The same as `requestedBy`, with the suffix that IDs of users have everywhere.' }),
        note: z.string().nullable(),
        requestedAt: instant,
      })
      .nullable(),
    decisions: z
      .object({
        uid: idOf('usr'),
        decision: z.enum(['approved', 'rejected']),
        reason: z
          .string()
          .nullable()
          .meta({ examples: ['The date is wrong.'] }),
        decidedAt: instant,
        stepId: stepId.nullable().meta({ description: 'The step that was decided. Null without steps.' }),
        isSame: z.boolean().meta({ description: isSame }),
        isCurrent: z.boolean().meta({
          description:
            'False if the decision no longer counts, because the post has changed or the approver may no ' +
            'longer approve.',
        }),
      })
      .array(),
    steps: z
      .object({
        id: stepId,
        name: z.string().meta({ examples: ['Client'] }),
        status: z.enum(['approved', 'rejected', 'current', 'later']).meta({
          description: '`current` is decided next. `later` waits for the steps before it.',
        }),
      })
      .array()
      .meta({ description: 'The steps of the approval, in order. Empty if the profile has none.' }),
    currentStepId: stepId.nullable().meta({ description: 'The step that is decided next. Null if there is none.' }),
    approvers: z
      .object({ uid: idOf('usr'), name: z.string() })
      .array()
      .meta({
        description:
          'The people who can approve the post now: those of the current step who did not write it and have not ' +
          'approved another step. Empty if no one can.',
      }),
    guestDecisions: z
      .object({
        guestId: idOf('gst'),
        name: z.string().meta({ examples: ['Maria'] }),
        decision: z.enum(['approved', 'rejected']),
        reason: z
          .string()
          .nullable()
          .meta({ examples: ['The date is wrong.'] }),
        decidedAt: instant,
        stepId: stepId.nullable().meta({ description: 'The step that was decided. Null if no step names the guest.' }),
        isConfirmed: z.boolean().meta({
          description: 'True if the guest’s browser was confirmed with a code sent to their address.',
        }),
        isSame: z.boolean().meta({ description: isSame }),
        isCurrent: z.boolean().meta({
          description:
            'True if the decision counts: it is about the current content, a step names the guest, and the guest’s ' +
            'link was not revoked. In a profile without approvals, true if it is about the current content.',
        }),
      })
      .array()
      .meta({ description: 'Decisions of guests. Those of members are in `decisions`.' }),
    guestApprovers: z
      .object({ guestId: idOf('gst'), name: z.string() })
      .array()
      .meta({ description: 'The guests who can approve the post now, in the current step.' }),
    isLeftToOwner: z.boolean().meta({
      description:
        'True if no one of the current step can approve the post, for example because they have left. The owner can ' +
        'approve it instead, or change the steps.',
    }),
  })
  .meta({ id: 'PostApprovals' })
