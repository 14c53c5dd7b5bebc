import { z } from 'zod'
import { versioned } from '#infra/http/answer/conditional.ts'
import { platformId, platformInput } from '#infra/http/platforms.ts'
import { deletionFields, exampleId, idOf, instant, nameText } from '#infra/http/schemas.ts'
import { caps } from '#kernel/caps.ts'
import { networks } from '#rules/network-names.ts'

const kinds = ['comment', 'mention', 'quote'] as const
const states = ['open', 'done', 'snoozed'] as const
const longestSnoozeHours = 720

export const rulesQuery = z.strictObject({ profileId: idOf('prof') })
export const rulePath = z.strictObject({ id: idOf('irl') })

const fieldsOfConditions = {
  accountId: idOf('acc').nullable().meta({ description: 'The account that it was said to. Null for any.' }),
  kind: z.enum(kinds).nullable().meta({ description: 'What was said. Null for any.' }),
  words: z
    .array(nameText(60))
    .max(30)
    .meta({
      description:
        'Words of which the text contains one. Only whole words match, regardless of case and accents. Empty for any text.',
      examples: [['refund', 'opening hours']],
    }),
  hasLink: z.boolean().meta({ description: 'True for texts with a link.' }),
  isNewSender: z.boolean().meta({ description: 'True for the first item that a person says to the account.' }),
}

const conditionsInput = z
  .strictObject({
    platform: platformInput.nullable().default(null),
    accountId: fieldsOfConditions.accountId.default(null),
    kind: fieldsOfConditions.kind.default(null),
    words: fieldsOfConditions.words.default([]),
    hasLink: fieldsOfConditions.hasLink.default(false),
    isNewSender: fieldsOfConditions.isNewSender.default(false),
  })
  .meta({ id: 'InboxRuleConditionsInput', description: 'All of them have to hold.', examples: [{ hasLink: true }] })

const fieldsOfActions = {
  assigneeUid: idOf('usr').nullable().meta({ description: 'The member who gets it. Null to assign no one.' }),
  state: z.enum(states).nullable().meta({
    description:
      'The state of the conversation. `open` keeps it open although a rule below would finish it. Null to set none.',
  }),
  snoozeHours: z
    .int()
    .min(1)
    .max(longestSnoozeHours)
    .nullable()
    .meta({ description: 'The hours until it opens again. Null unless `state` is `snoozed`.', examples: [24] }),
}

const actionsInput = z
  .strictObject({
    assigneeUid: fieldsOfActions.assigneeUid.default(null),
    state: fieldsOfActions.state.default(null),
    snoozeHours: fieldsOfActions.snoozeHours.default(null),
  })
  .superRefine(({ assigneeUid, state, snoozeHours }, context) => {
    if (assigneeUid === null && state === null)
      context.addIssue({ code: 'custom', path: ['state'], message: 'must be set, or else `assigneeUid`' })
    if ((state === 'snoozed') !== (snoozeHours !== null))
      context.addIssue({
        code: 'custom',
        path: ['snoozeHours'],
        message: 'must be set if `state` is `snoozed`, and null otherwise',
      })
  })
  .meta({ id: 'InboxRuleActionsInput', description: 'At least one.', examples: [{ state: 'done' }] })

const name = nameText(80).meta({ examples: ['Spam links'] })
const isOn = z.boolean().meta({ description: 'True if it runs for what is said from now on.' })

export const newRule = z
  .strictObject({
    profileId: idOf('prof'),
    name,
    isOn: isOn.default(false),
    conditions: conditionsInput,
    actions: actionsInput,
  })
  .meta({
    id: 'CreateInboxRule',
    examples: [
      {
        profileId: exampleId('prof'),
        name: 'Spam links',
        conditions: { hasLink: true, isNewSender: true },
        actions: { state: 'done' },
      },
    ],
  })

export const ruleChanges = z
  .strictObject({
    name,
    isOn,
    position: z.int().min(1).max(caps.inboxRulesOfProfile).meta({ description: 'Its place in the order, from 1.' }),
    conditions: conditionsInput,
    actions: actionsInput,
  })
  .partial()
  .meta({
    id: 'ChangeInboxRule',
    description: 'Omitted fields are left unchanged. `conditions` and `actions` are replaced as a whole.',
    examples: [{ isOn: true }],
  })

const actions = z
  .object(fieldsOfActions)
  .meta({ id: 'InboxRuleActions', description: 'What it does, at least one thing.' })

export const rule = versioned(
  z
    .object({
      id: idOf('irl'),
      profileId: idOf('prof'),
      name: z.string().meta({ examples: ['Spam links'] }),
      isOn,
      position: z.int().meta({ description: 'Its place in the order, from 1.', examples: [1] }),
      conditions: z
        .object({
          platform: platformId.nullable(),
          network: z.enum(networks).nullable().meta({ description: 'The network’s name. Null for any.' }),
          ...fieldsOfConditions,
        })
        .meta({ id: 'InboxRuleConditions', description: 'All of them have to hold.' }),
      actions,
      problem: z
        .enum(['account_removed', 'member_left'])
        .nullable()
        .meta({ description: 'Why it does nothing, even if it is on. Null if it works.' }),
      lastRanAt: instant.nullable().meta({ description: 'When it last matched something. Null if never.' }),
      version: z.int().meta({ description: 'Rises with each change. It is the ETag.', examples: [1] }),
      createdAt: instant,
      updatedAt: instant,
    })
    .meta({ id: 'InboxRule', description: 'What happens to conversations when someone says something.' }),
)

export const ruleList = z
  .object({ rules: rule.array().meta({ description: 'In the order in which they are tried.' }) })
  .meta({ id: 'InboxRuleList' })

export const rehearsal = z
  .strictObject({
    profileId: idOf('prof'),
    conditions: conditionsInput,
    actions: actionsInput,
    limit: z.int().min(1).max(100).default(50).meta({ description: 'The maximum number of items in the response.' }),
  })
  .meta({
    id: 'RehearseInboxRule',
    examples: [{ profileId: exampleId('prof'), conditions: { hasLink: true }, actions: { state: 'done' } }],
  })

export const rehearsed = z
  .object({
    checked: z.int().meta({ description: 'The items that were compared with the conditions.', examples: [240] }),
    isComplete: z.boolean().meta({ description: 'False if there were more in the last 30 days than are compared.' }),
    matched: z.int().meta({ description: 'How many of them match.', examples: [3] }),
    items: z
      .object({
        itemId: idOf('itm'),
        conversationId: idOf('conv'),
        accountId: idOf('acc'),
        platform: platformId,
        network: z.enum(networks).meta({ description: 'The network’s name.' }),
        handle: z.string().meta({ examples: ['ada.example.social'] }),
        text: z.string().meta({ description: 'A stranger’s words, as plain text.', examples: ['Visit my page'] }),
        saidAt: instant.meta({ description: 'When it was said.' }),
        assigneeUid: idOf('usr').nullable().meta({
          description: 'The member who would have got it. Null if the conversation has an assignee, or the rule none.',
        }),
        state: z.enum(states).nullable().meta({
          description: 'The state that it would have set. Null if something earlier waited for an answer.',
        }),
      })
      .array()
      .meta({ description: 'The latest that match, latest first.' }),
  })
  .meta({ id: 'RehearsedInboxRule', description: 'What a rule would have done in the last 30 days.' })

export const deletedRule = z.object(deletionFields).meta({ id: 'DeletedInboxRule' })

export type NewRule = z.output<typeof newRule>
export type RuleChanges = z.output<typeof ruleChanges>
export type Rehearsal = z.output<typeof rehearsal>
