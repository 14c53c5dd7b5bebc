import type { OperationId, operations } from '@posthorn/sdk'

type BodyField<Id extends OperationId> = Id extends OperationId
  ? operations[Id] extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? keyof Body
    : never
  : never

/** A field that an update can change, and so an entry of the activity can name. Two are instructions, not data. */
type ChangedField = Exclude<
  BodyField<Extract<OperationId, `update${string}` | 'changeRecurringOccurrence' | 'configureRecycling'>>,
  'saveAsDraft' | 'confirmWarnings'
>

/** Names of fields in a language. A language without a name for a field that can change does not compile. */
export type FieldNames = Readonly<Record<ChangedField, string>> & Readonly<Record<string, string>>

/** The English names that differ from those of the fields. */
const names: Readonly<Record<string, string>> = {
  confirmWarnings: 'confirmed warnings',
  saveAsDraft: 'saved as draft',
  accountIds: 'accounts',
  position: 'order',
  active: 'turned on',
  altText: 'alt text',
  approvalRequired: 'approvals',
  approvalStep: 'step of the approval',
  approvalSteps: 'steps of the approval',
  approverRole: 'who approves',
  assigneeUid: 'assignee',
  auto: 'added to new posts',
  avatar: 'image',
  avatarMediaId: 'image',
  because: 'reason',
  brandColor: 'color',
  gaps: 'days without times',
  calendarFeed: 'calendar feed',
  shared: 'shared with the brand',
  networkTexts: 'text per network',
  chat: 'chat alerts',
  childId: 'receiving brand',
  content: 'text',
  contentHash: 'approved version',
  cron: 'schedule',
  default: 'default account',
  disabledAt: 'disabled since',
  disabledReason: 'reason turned off',
  duplicatedFrom: 'original post',
  email: 'email address',
  emailVerified: 'email address confirmed',
  enabled: 'turned on',
  endAt: 'end date',
  endsAt: 'end',
  firstComment: 'first comment',
  labelId: 'label',
  labelIds: 'labels',
  beforeId: 'order',
  mediaIds: 'files',
  stage: 'stage',
  fromDate: 'first day',
  graceHours: 'overlap (hours)',
  html: 'HTML',
  intervalDays: 'days between two runs',
  invite: 'invitation',
  isDefault: 'default account',
  issuer: 'identity provider',
  kind: 'type',
  kinds: 'alert types',
  latestAt: 'latest time',
  locale: 'language',
  maxRuns: 'number of runs',
  media: 'files',
  mfaEnabled: 'two-step verification',
  minSeverity: 'minimum severity',
  movedTo: 'moved to',
  names: 'chosen tests',
  parentId: 'source brand',
  pastDueSince: 'payment overdue since',
  isOn: 'turned on',
  snoozedUntil: 'snoozed until',
  pausedUntil: 'paused until',
  platform: 'network',
  platforms: 'accounts',
  post: 'template',
  postId: 'template',
  posts: 'scheduled posts',
  profileId: 'brand',
  readOnly: 'read-only',
  recoveryCodesLeft: 'recovery codes left',
  recycle: 'recycling',
  requiredApprovals: 'approvals',
  resolve: 'outcome',
  rules: 'who it is for',
  guestCodes: 'Codes for guests',
  samePostDays: 'days in which the same post is warned about',
  scheduledAt: 'time',
  settings: 'network options',
  shareLink: 'share link',
  slack: 'Slack workspace',
  slot: 'posting time',
  slots: 'posting times',
  whenBlocked: 'if a post can’t be published',
  startAt: 'start',
  subscriptionStatus: 'subscription',
  tags: 'labels',
  targets: 'accounts',
  telegramChat: 'Telegram chat',
  template: 'email',
  timezone: 'time zone',
  toDate: 'last day',
  url: 'URL',
  why: 'reason',
}

/** Names a field that was changed: "time", of `scheduledAt`. Fields are named in English, as in the API. */
export const sayField = (field: string): string =>
  names[field] ?? field.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
