// Generated from the migrations by `npm run gen`. Do not edit.
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { ApprovalStep } from '#kernel/approval-steps.ts'
import type { Id } from '#kernel/ids.ts'
import type { Json } from '#kernel/json.ts'
import type { Network } from '#rules/network-names.ts'

export interface AccountTable {
  id: Id<'acc'>
  ownerUid: Id<'usr'>
  profileId: Id<'prof'>
  remoteAccountId: string
  grantId: string
  network: Network
  mode: 'sandbox' | 'trial' | 'live'
  handle: string
  displayName: string | null
  avatar: string | null
  facts: JSONColumnType<{ [key: string]: Json }>
  status: 'active' | 'needs_reconnect' | 'disconnected'
  statusWhy: string | null
  isDefault: boolean
  connectedBy: Id<'usr'> | null
  createdAt: Date
  updatedAt: Date
  lastCheckedAt: Date | null
  disconnectedAt: Date | null
  settings: JSONColumnType<{ [key: string]: Json }>
  statusWhyCode: string | null
}

export interface AccountSetTable {
  id: Id<'set'>
  profileId: Id<'prof'>
  name: string
  accountIds: Id<'acc'>[]
  createdBy: Id<'usr'> | null
  createdAt: Date
}

export interface AccountTallyTable {
  network: Network
  status: string
  count: ColumnType<number, number, number>
}

export interface AlertTable {
  id: Id<'alert'>
  kind: string
  severity: 'info' | 'warning' | 'critical'
  message: string
  subject: string | null
  createdAt: Date
  ackedAt: Date | null
  ackedBy: Id<'usr'> | null
  watched: Generated<boolean>
  seenAt: Date
  closedAt: Date | null
  raisedBy: Id<'usr'> | null
  ackNote: string | null
  raiseToldAt: Date | null
  closeToldAt: Date | null
}

export interface AlertPrefTable {
  uid: Id<'usr'>
  email: boolean
  minSeverity: 'info' | 'warning' | 'critical'
  kinds: string[]
  chat: Generated<boolean>
}

export interface ApiKeyTable {
  id: Id<'key'>
  uid: Id<'usr'>
  name: string
  secretHash: Buffer
  displayPrefix: string
  scopes: string[]
  profileIds: Id<'prof'>[] | null
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
  revokedAt: Date | null
}

export interface ApiRequestTable {
  id: string
  keyId: Id<'key'>
  at: Date
  method: string
  path: string
  status: number
  code: string | null
  requestId: string
}

export interface AppCodeTable {
  codeHash: Buffer
  appId: Id<'app'>
  redirectUri: string
  challenge: string
  expiresAt: Date
  usedAt: Date | null
}

export interface AppTokenTable {
  tokenHash: Buffer
  appId: Id<'app'>
  kind: 'access' | 'refresh'
  scopes: string[]
  issuedAt: Date
  expiresAt: Date
  usedAt: Date | null
}

export interface AppUserTable {
  id: Id<'usr'>
  issuer: string
  subject: string
  email: string | null
  emailVerified: Generated<boolean>
  name: string
  avatar: string | null
  timezone: Generated<string>
  locale: Generated<string>
  role: 'user' | 'support' | 'admin' | 'superadmin'
  plan: string
  subscriptionStatus: Generated<'active' | 'past_due' | 'cancelled'>
  pastDueSince: Date | null
  mfaEnabled: Generated<boolean>
  createdAt: Date
  updatedAt: Date
  disabledAt: Date | null
  disabledReason: string | null
  exportedAt: Date | null
  localeChosen: Generated<boolean>
  faceId: string | null
}

export interface AuditEntryTable {
  id: Id<'aud'>
  at: Date
  actorUid: Id<'usr'> | null
  actorKind: 'user' | 'api-key' | 'app' | 'system' | 'directory'
  actorKeyId: Id<'key'> | null
  ownerUid: Id<'usr'> | null
  action: string
  subject: string
  changes: JSONColumnType<{ [key: string]: Json }>
  requestId: string | null
  tx: Generated<string>
  position: ColumnType<number | null, number | null, number | null>
  salt: Buffer | null
  changesDigest: Buffer
  leaf: Buffer
  profileId: string | null
  via: string | null
}

export interface AuditSealTable {
  no: ColumnType<number, number, number>
  sealedAt: Date
  firstPosition: ColumnType<number, number, number>
  lastPosition: ColumnType<number, number, number>
  leaves: Buffer
  previous: Buffer
  hash: Buffer
  sealedHash: Buffer | null
}

export interface BackupTable {
  name: string
  place: string
  takenAt: Date
  finishedAt: Date
  rows: ColumnType<number, number, number>
  bytes: ColumnType<number, number, number>
  mediaFiles: ColumnType<number, number, number>
  mediaBytes: ColumnType<number, number, number>
  isVerified: boolean
}

export interface BulkEditTable {
  id: Id<'bulk'>
  uid: Id<'usr'>
  createdAt: Date
  expiresAt: Date
}

export interface BulkEditPostTable {
  batchId: Id<'bulk'>
  postId: Id<'post'>
  place: number
  version: number
  before: JSONColumnType<{ [key: string]: Json }>
}

export interface CalendarDayTable {
  sourceId: Id<'csrc'>
  place: number
  fromDate: string
  toDate: string
  text: string
}

export interface CalendarFeedTable {
  id: Id<'cal'>
  profileId: Id<'prof'>
  tokenHash: Buffer
  createdBy: Id<'usr'>
  createdAt: Date
}

export interface CalendarNoteTable {
  id: Id<'note'>
  profileId: Id<'prof'>
  text: string
  fromDate: string
  toDate: string
  labelId: Id<'lbl'> | null
  version: Generated<number>
  createdBy: Id<'usr'> | null
  createdAt: Date
  updatedAt: Date
}

export interface CalendarSourceTable {
  id: Id<'csrc'>
  profileId: Id<'prof'>
  name: string
  url: string
  refreshedAt: Date | null
  problem: string | null
  partial: Generated<number>
  dueAt: Date
  createdBy: Id<'usr'> | null
  createdAt: Date
}

export interface CancellationTable {
  id: Generated<number>
  uid: Id<'usr'> | null
  plan: string
  reason: string
  comment: string | null
  at: Date
}

export interface CaptionUseTable {
  ownerUid: Id<'usr'>
  month: string
  used: number
  givenBack: Generated<number>
}

export interface ClientKeyTable {
  kid: string
  publicJwk: JSONColumnType<{ [key: string]: Json }>
  sealedPrivateJwk: Buffer
  createdAt: Date
}

export interface ClockWatchTable {
  onlyRow: Generated<boolean>
  seenAt: Date
}

export interface CompanyFlowTable {
  stateHash: Buffer
  browserHash: Buffer
  next: string | null
  uid: Id<'usr'> | null
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
  provedUid: Id<'usr'> | null
  sealedIdToken: Buffer | null
  sealedPerson: Buffer | null
}

export interface CompanyIdentityTable {
  issuer: string
  subject: string
  uid: Id<'usr'>
  email: string | null
  connectedAt: Date
  lastUsedAt: Date
}

export interface CompanySessionTable {
  sessionId: Id<'ses'>
  sealedIdToken: Buffer
}

export interface ConnectedAppTable {
  id: Id<'app'>
  uid: Id<'usr'>
  clientId: string
  name: string
  homeUrl: string | null
  audience: 'api' | 'mcp'
  scopes: string[]
  profileIds: Id<'prof'>[] | null
  createdAt: Date
  connectedAt: Date | null
  lastUsedAt: Date | null
  expiresAt: Date
  endedAt: Date | null
}

export interface ConversationTable {
  id: Id<'conv'>
  profileId: Id<'prof'>
  accountId: Id<'acc'>
  network: Network
  kind: 'comment' | 'mention' | 'quote'
  rootId: string
  postId: Id<'post'> | null
  state: 'open' | 'done' | 'snoozed'
  snoozedUntil: Date | null
  assigneeUid: Id<'usr'> | null
  lastInAt: Date | null
  lastOutAt: Date | null
  unansweredSince: Date | null
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
  erasedAt: Date | null
}

export interface ConversationLabelTable {
  conversationId: Id<'conv'>
  labelId: Id<'lbl'>
}

export interface ConversationNoteTable {
  id: Id<'inn'>
  conversationId: Id<'conv'>
  authorUid: Id<'usr'> | null
  text: string
  createdAt: Date
}

export interface ConversationNoteMentionTable {
  noteId: Id<'inn'>
  uid: Id<'usr'>
}

export interface CronConfigTable {
  name: string
  schedule: string | null
  enabled: boolean
  updatedAt: Date
  updatedBy: Id<'usr'> | null
}

export interface CronRunTable {
  name: string
  scheduledFor: Date
  startedAt: Date
  jobId: string | null
  byUid: Id<'usr'> | null
  begunAt: Date | null
  finishedAt: Date | null
  attempts: Generated<number>
  outcome: 'done' | 'failed' | null
  error: string | null
}

export interface DataDeletionTable {
  code: string
  network: string
  principalHash: Buffer
  state: 'received' | 'done'
  accounts: Generated<number>
  requestedAt: Date
  finishedAt: Date | null
}

export interface DataFolderTable {
  id: string
  seenAt: Date
  hasMark: Generated<boolean>
}

export interface DeliveryTallyTable {
  hour: Date
  outcome: 'delivered' | 'failed'
  count: ColumnType<number, number, number>
}

export interface DepartedGuestTable {
  id: string
  ownerUid: Id<'usr'>
}

export interface DepartedSubjectTable {
  subjectHash: Buffer
  departedAt: Date
}

export interface DeviceRequestTable {
  deviceHash: Buffer
  userCodeMac: Buffer
  clientId: string
  name: string
  homeUrl: string | null
  audience: 'api' | 'mcp'
  scopes: string[]
  createdAt: Date
  expiresAt: Date
  pollSeconds: number
  polledAt: Date | null
  appId: Id<'app'> | null
  refusedAt: Date | null
}

export interface DirectoryContactTable {
  onlyRow: Generated<boolean>
  lastRequestAt: Date
}

export interface DirectoryGrantTable {
  groupId: Id<'grp'>
  profileId: Id<'prof'>
  role: 'admin' | 'editor' | 'approver' | 'contributor' | 'viewer'
}

export interface DirectoryGroupTable {
  id: Id<'grp'>
  displayName: string
  externalId: string | null
  role: 'support' | 'admin' | 'superadmin' | null
  createdAt: Date
  updatedAt: Date
}

export interface DirectoryGroupMemberTable {
  groupId: Id<'grp'>
  uid: Id<'usr'>
}

export interface DirectoryMembershipTable {
  profileId: Id<'prof'>
  uid: Id<'usr'>
  givenRole: 'admin' | 'editor' | 'approver' | 'contributor' | 'viewer'
  ownRole: 'admin' | 'editor' | 'approver' | 'contributor' | 'viewer' | null
}

export interface DirectoryUserTable {
  uid: Id<'usr'>
  userName: string
  externalId: string | null
  givenName: string | null
  familyName: string | null
  disabledAt: Date | null
  givenRole: 'support' | 'admin' | 'superadmin' | null
  ownRole: 'user' | 'support' | 'admin' | 'superadmin' | null
  createdAt: Date
  updatedAt: Date
  removedAt: Date | null
}

export interface EnginePresenceTable {
  onlyRow: Generated<boolean>
  seenAt: Date
  outageEndedAt: Date
}

export interface EventTable {
  id: Id<'evt'>
  tx: Generated<string>
  ownerUid: Id<'usr'>
  type: string
  data: JSONColumnType<{ [key: string]: Json }>
  createdAt: Date
  body: string | null
}

export interface FaceTable {
  id: string
  accountId: Id<'acc'> | null
  userUid: Id<'usr'> | null
  profileId: Id<'prof'> | null
  image: Buffer
  changedAt: Date
}

export interface FeatureFlagTable {
  flagKey: string
  enabled: boolean
  settings: JSONColumnType<{ [key: string]: Json }>
  updatedAt: Date
  updatedBy: Id<'usr'> | null
}

export interface GuestTable {
  id: Id<'gst'>
  ownerUid: Id<'usr'>
  profileId: Id<'prof'>
  name: string
  email: string
  language: string
  may: 'see' | 'comment' | 'approve'
  postId: Id<'post'> | null
  fromDay: string | null
  toDay: string | null
  tokenHash: Buffer
  sealedToken: Buffer
  invitedBy: Id<'usr'> | null
  createdAt: Date
  expiresAt: Date
  revokedAt: Date | null
  seenAt: Date | null
  mailedAt: Date | null
  mailDueAt: Date | null
}

export interface GuestCodeTable {
  challengeHash: Buffer
  guestId: Id<'gst'>
  ownerUid: Id<'usr'>
  postId: Id<'post'>
  deed: 'approve' | 'reject' | 'comment'
  contentHash: string | null
  text: string
  codeHash: Buffer
  tries: Generated<number>
  createdAt: Date
  expiresAt: Date
}

export interface GuestDecisionTable {
  guestId: Id<'gst'>
  ownerUid: Id<'usr'>
  postId: Id<'post'>
  decision: 'approved' | 'rejected'
  digests: string[]
  reason: string | null
  stepId: string | null
  deviceId: Id<'gdv'> | null
  confirmed: boolean
  decidedAt: Date
}

export interface GuestDeviceTable {
  id: Id<'gdv'>
  guestId: Id<'gst'>
  cookieHash: Buffer
  createdAt: Date
  expiresAt: Date
}

export interface IdeaTable {
  id: Id<'idea'>
  profileId: Id<'prof'>
  stageId: Id<'stage'>
  place: number
  title: string
  text: string
  url: string | null
  mediaIds: Id<'media'>[]
  labelIds: Id<'lbl'>[]
  version: Generated<number>
  authorUid: Id<'usr'> | null
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
  unlinkedPostIds: Generated<string[]>
}

export interface IdeaStageTable {
  id: Id<'stage'>
  profileId: Id<'prof'>
  name: string
  preset: 'new' | 'in_progress' | 'ready' | null
  place: number
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
}

export interface IdempotencyTable {
  uid: Id<'usr'>
  operation: string
  idempotencyKey: string
  requestHash: Buffer
  status: number | null
  sealedReply: Buffer
  createdAt: Date
  attempt: string | null
  tookEffect: Generated<boolean>
  etag: string | null
}

export interface InboxAccountTable {
  accountId: Id<'acc'>
  isOn: boolean
  begunAt: Date
  place: JSONColumnType<{ [key: string]: Json } | null, string | null, string | null>
  nextLookAt: Date | null
  emptyLooks: Generated<number>
  readAt: Date | null
  problem: JSONColumnType<{ [key: string]: Json } | null, string | null, string | null>
  failures: Generated<number>
  parkedUntil: Generated<Date>
  leaseUntil: Generated<Date>
  holder: string | null
  fence: Generated<number>
  actsFrom: Generated<Date>
  recheckAt: Generated<Date>
}

export interface InboxActTable {
  itemId: Id<'itm'>
  act: 'like' | 'hide' | 'remove'
  accountId: Id<'acc'>
  wanted: boolean
  done: boolean
  inDoubt: Generated<boolean>
  dueAt: Date | null
  tries: Generated<number>
  problem: JSONColumnType<{ [key: string]: Json } | null, string | null, string | null>
  version: Generated<number>
  byUid: Id<'usr'> | null
}

export interface InboxDayTable {
  accountId: Id<'acc'>
  profileId: Id<'prof'>
  kind: 'comment' | 'mention' | 'quote'
  day: string
  openAtEnd: number | null
  waits: number[]
}

export interface InboxDayStoredTable {
  profileId: Id<'prof'>
  day: string
}

export interface InboxItemTable {
  id: Id<'itm'>
  conversationId: Id<'conv'>
  accountId: Id<'acc'>
  remoteId: string
  parentId: string | null
  direction: 'in' | 'out'
  senderId: Id<'snd'>
  text: string
  files: JSONColumnType<{ [key: string]: Json }>
  url: string | null
  language: string | null
  saidAt: Date
  seenAt: Date
  editedAt: Date | null
  held: 'review' | 'spam' | null
  erasedAt: Date | null
  readAt: Date | null
  removedAt: Date | null
  checkedAt: Date | null
  missingAt: Date | null
  deletedAt: Date | null
}

export interface InboxMorningTable {
  profileId: Id<'prof'>
  day: string
}

export interface InboxReplyTable {
  id: Id<'rpl'>
  conversationId: Id<'conv'>
  itemId: Id<'itm'>
  authorUid: Id<'usr'> | null
  text: string
  state: 'waiting_for_approval' | 'rejected' | 'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'cancelled'
  closes: boolean
  publicationId: string | null
  sentItemId: Id<'itm'> | null
  createdAt: Date
  updatedAt: Date
  waitingProfileId: Id<'prof'> | null
  seenItemId: Id<'itm'> | null
  editedBy: Generated<string[]>
  byProgram: Generated<boolean>
}

export interface InboxReplyDecisionTable {
  replyId: Id<'rpl'>
  uid: Id<'usr'>
  decision: 'approved' | 'rejected'
  contentHash: string
  stepId: string | null
  reason: string | null
  decidedAt: Date
}

export interface InboxRuleTable {
  id: Id<'irl'>
  profileId: Id<'prof'>
  position: number
  name: string
  isOn: boolean
  network: Network | null
  kind: 'comment' | 'mention' | 'quote' | null
  hasAccount: boolean
  accountId: Id<'acc'> | null
  words: string[]
  hasLink: boolean
  isNewSender: boolean
  hasAssignee: boolean
  assigneeUid: Id<'usr'> | null
  state: 'open' | 'done' | 'snoozed' | null
  snoozeHours: number | null
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
}

export interface InboxRuleRunTable {
  itemId: Id<'itm'>
  ruleId: string
  name: string
  hasAssigned: boolean
  assigneeUid: Id<'usr'> | null
  state: 'open' | 'done' | 'snoozed' | null
  createdAt: Date
}

export interface InboxSenderTable {
  id: Id<'snd'>
  accountId: Id<'acc'>
  remoteId: string
  handle: string
  name: string | null
  erasedAt: Date | null
}

export interface InboxUnitsTable {
  accountId: Id<'acc'>
  network: Network
  mode: string
  day: string
  used: number
}

export interface InstallationTable {
  onlyRow: Generated<boolean>
  id: string
  publicUrl: string | null
  lastSeenAt: Date | null
  holdReason: string | null
  setupCodeHash: Buffer | null
  createdAt: Date
  home: string | null
  resumedAt: Date | null
}

export interface JobTable {
  id: string
  name: string
  data: JSONColumnType<{ [key: string]: Json }>
  key: string | null
  createdAt: Generated<Date>
  dueAt: Date | null
  begunAt: Date | null
  attempts: Generated<number>
  error: string | null
  failedAt: Date | null
  leaseUntil: Generated<Date>
  holder: string | null
  fence: Generated<number>
}

export interface LabelTable {
  id: Id<'lbl'>
  profileId: Id<'prof'>
  name: string
  key: Generated<string>
  color: string
  kind: 'label' | 'campaign'
  fromDate: string | null
  toDate: string | null
  note: string | null
  previousKeys: Generated<string[]>
  archivedAt: Date | null
  removedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export interface MailAllowanceTable {
  uid: Id<'usr'>
  purpose: 'verify-email' | 'change-email' | 'reset-password' | 'password-guessed' | 'code-guessed'
  askedAt: Date[]
}

export interface MailRecipientTable {
  addressHash: Buffer
  mailedAt: Date[]
}

export interface MailTemplateTable {
  name: string
  subject: string
  text: string
  html: string
  updatedAt: Date
  updatedBy: Id<'usr'> | null
}

export interface MailTokenTable {
  tokenHash: Buffer
  purpose: 'verify-email' | 'change-email' | 'reset-password'
  uid: Id<'usr'>
  email: string
  createdAt: Date
  expiresAt: Date
}

export interface MediaTable {
  id: Id<'media'>
  ownerUid: Id<'usr'>
  profileId: Id<'prof'> | null
  fileKey: string
  storagePath: string
  fileName: string
  altText: string | null
  tags: Generated<string[]>
  createdAt: Date
  updatedAt: Date
  version: Generated<number>
  altTextBy: string | null
  source: JSONColumnType<{ [key: string]: Json } | null, string | null, string | null>
  authorUid: Id<'usr'> | null
}

export interface MediaFileTable {
  key: string
  ownerUid: Id<'usr'>
  state: 'arriving' | 'stored' | 'leaving'
  stateSince: Date
  hash: Buffer | null
  size: ColumnType<number | null, number | null, number | null>
  contentType: string | null
  facts: JSONColumnType<{ [key: string]: Json } | null, string | null, string | null>
  posterSize: ColumnType<number | null, number | null, number | null>
}

export interface MediaThumbnailTable {
  fileKey: string
  image: Buffer
}

export interface MediaUploadTable {
  storagePath: string
  ownerUid: Id<'usr'>
  profileId: Id<'prof'> | null
  incomingKey: string
  fileName: string
  contentType: string
  createdAt: Date
  expiresAt: Date
  settledAt: Date | null
  authorUid: Id<'usr'> | null
}

export interface MediaUseTable {
  mediaId: Id<'media'>
  postId: Id<'post'>
}

export interface MentionEntryTable {
  id: Id<'ment'>
  profileId: Id<'prof'>
  name: string
  key: Generated<string>
  handles: JSONColumnType<{ [key: string]: Json }>
  version: Generated<number>
  createdBy: Id<'usr'> | null
  createdAt: Date
  updatedAt: Date
}

export interface MetricsAccountTable {
  accountId: Id<'acc'>
  dueAt: Date
  told: Generated<string[]>
  followers: ColumnType<number | null, number | null, number | null>
  following: ColumnType<number | null, number | null, number | null>
  totalPosts: ColumnType<number | null, number | null, number | null>
  fetchedAt: Date | null
  failures: Generated<number>
  parkedUntil: Generated<Date>
  leaseUntil: Generated<Date>
  holder: string | null
  fence: Generated<number>
  nextLookAt: Generated<Date>
}

export interface MetricsAccountSnapshotTable {
  accountId: Id<'acc'>
  at: Date
  followers: ColumnType<number | null, number | null, number | null>
  following: ColumnType<number | null, number | null, number | null>
  totalPosts: ColumnType<number, number, number>
  views: ColumnType<number, number, number>
  likes: ColumnType<number, number, number>
  comments: ColumnType<number, number, number>
  shares: ColumnType<number, number, number>
  saves: ColumnType<number, number, number>
  impressions: ColumnType<number, number, number>
  reach: ColumnType<number, number, number>
}

export interface MetricsGainedTable {
  accountId: Id<'acc'>
  day: string
  views: string[]
  likes: string[]
  comments: string[]
  shares: string[]
  saves: string[]
  impressions: string[]
  reach: string[]
}

export interface MetricsPostTable {
  postId: Id<'post'>
  place: string
  profileId: Id<'prof'>
  publishedAt: Date
  views: ColumnType<number, number, number>
  likes: ColumnType<number, number, number>
  comments: ColumnType<number, number, number>
  shares: ColumnType<number, number, number>
  saves: ColumnType<number, number, number>
  impressions: ColumnType<number, number, number>
  reach: ColumnType<number, number, number>
  counted: ColumnType<number, number, number>
  seen: ColumnType<number, number, number>
  engagement: Generated<number>
  hasNumbers: boolean
  engagementClass: Generated<number>
}

export interface MetricsPublishedTable {
  accountId: Id<'acc'>
  day: string
  posts: number
  quarters: number[]
  views: ColumnType<number, number, number>
  likes: ColumnType<number, number, number>
  comments: ColumnType<number, number, number>
  shares: ColumnType<number, number, number>
  saves: ColumnType<number, number, number>
  impressions: ColumnType<number, number, number>
  reach: ColumnType<number, number, number>
  counted: ColumnType<number, number, number>
  seen: ColumnType<number, number, number>
}

export interface MetricsReadsTable {
  network: Network
  mode: 'sandbox' | 'trial' | 'live'
  month: string
  used: ColumnType<number, number, number>
}

export interface MetricsRefreshTable {
  ownerUid: Id<'usr'>
  at: Date
}

export interface MetricsSnapshotTable {
  accountId: string
  targetId: string
  at: Date
  views: ColumnType<number, number, number>
  likes: ColumnType<number, number, number>
  comments: ColumnType<number, number, number>
  shares: ColumnType<number, number, number>
  saves: ColumnType<number, number, number>
  impressions: ColumnType<number, number, number>
  reach: ColumnType<number, number, number>
}

export interface MetricsWatchTable {
  targetId: string
  publicationId: string
  accountId: Id<'acc'>
  network: Network
  remoteId: string
  publishedAt: Date
  dueAt: Date | null
  misses: Generated<number>
  views: Generated<number>
  likes: Generated<number>
  comments: Generated<number>
  shares: Generated<number>
  saves: Generated<number>
  impressions: Generated<number>
  reach: Generated<number>
  engagement: Generated<number>
  seen: Generated<number>
  fetchedAt: Date | null
}

export interface NetworkGrantTable {
  id: string
  ownerUid: Id<'usr'>
  network: Network
  mode: 'sandbox' | 'trial' | 'live'
  principal: string
  sealedGrant: Buffer
  version: Generated<number>
  scopes: string[]
  expiresAt: Date | null
  refreshingUntil: Generated<Date>
  refreshingHolder: string | null
  status: 'active' | 'needs_reconnect' | 'revoked'
  statusWhy: string | null
  updatedAt: Date
  renewable: Generated<boolean>
}

export interface NetworkModeTable {
  network: Network
  mode: 'sandbox' | 'trial' | 'live'
  chosenAt: Date
  chosenBy: Id<'usr'> | null
}

export interface NetworkReadingTable {
  network: Network
  mode: 'sandbox' | 'trial' | 'live'
  scope: 'account' | 'app' | 'node'
  subject: Generated<string>
  remaining: ColumnType<number, number, number>
  resetsAt: Date
  readAt: Date
}

export interface NodeTable {
  id: string
  host: string
  roles: string[]
  version: string
  startedAt: Date
  seenAt: Date
  stoppedAt: Date | null
  databaseLostAt: Date | null
  clockOffsetMs: ColumnType<number, number, number>
  diskFreeBytes: ColumnType<number, number, number>
  diskTotalBytes: ColumnType<number, number, number>
  memoryBytes: ColumnType<number, number, number>
}

export interface NoticeTable {
  id: Id<'ntc'>
  uid: Id<'usr'>
  profileId: Id<'prof'>
  kind: string
  postId: Id<'post'> | null
  accountId: Id<'acc'> | null
  byName: string | null
  note: string | null
  causeKey: string
  onPage: boolean
  byMail: boolean
  madeAt: Date
  readAt: Date | null
  solvedAt: Date | null
  mailedAt: Date | null
  teamCommentId: Id<'tcm'> | null
}

export interface NoticePrefTable {
  uid: Id<'usr'>
  kind: string
  page: boolean
  email: boolean
}

export interface OauthClientTable {
  id: Id<'client'>
  name: string
  homeUrl: string | null
  redirectUris: string[]
  createdAt: Date
  usedAt: Date | null
}

export interface OauthFlowTable {
  stateHash: Buffer
  nonceHash: Buffer | null
  browserHash: Buffer | null
  network: Network
  mode: 'sandbox' | 'trial' | 'live'
  uid: Id<'usr'>
  profileId: Id<'prof'>
  accountId: Id<'acc'> | null
  redirectUrl: string
  finalRedirectUrl: string | null
  headless: boolean
  scopes: string[]
  inviteId: Id<'pinv'> | null
  expiresAt: Date
  sealedBegun: Buffer | null
}

export interface PageChoiceTable {
  grantId: string
  profileId: Id<'prof'>
  grantedBy: Id<'usr'> | null
  createdAt: Date
}

export interface ParkTable {
  scope: string
  until: Date
  why: string
  whyCode: string | null
}

export interface PasskeyTable {
  id: Id<'pkey'>
  uid: Id<'usr'>
  rpId: string
  credentialId: Buffer
  publicKey: Buffer
  signCount: ColumnType<number, number, number>
  name: string
  transports: string[]
  isBackedUp: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

export interface PasskeyChallengeTable {
  challengeHash: Buffer
  browserHash: Buffer
  uid: Id<'usr'> | null
  createdAt: Date
  expiresAt: Date
}

export interface PasswordCredentialTable {
  uid: Id<'usr'>
  passwordHash: string
  updatedAt: Date
}

export interface PasswordGuessTable {
  lane: Buffer
  failures: number
  failedAt: Date
  freeAt: Date
}

export interface PostTable {
  id: Id<'post'>
  ownerUid: Id<'usr'>
  authorUid: Id<'usr'> | null
  profileId: Id<'prof'>
  intent: 'draft' | 'scheduled'
  status: 'draft' | 'scheduled' | 'queued' | 'publishing' | 'published' | 'partial' | 'failed' | 'unknown'
  statusSince: Date
  round: Generated<number>
  toldRound: Generated<number>
  kind: Generated<'single' | 'master' | 'child'>
  rootPostId: Id<'post'> | null
  parentId: Id<'post'> | null
  recycledFromId: Id<'post'> | null
  duplicatedFromId: Id<'post'> | null
  recurringRuleId: Id<'rec'> | null
  content: string
  title: string | null
  format: string
  thread: JSONColumnType<{ [key: string]: Json }>
  media: JSONColumnType<{ [key: string]: Json }>
  tags: Generated<string[]>
  language: string | null
  firstComment: string | null
  link: string | null
  settings: JSONColumnType<{ [key: string]: Json }>
  metadata: JSONColumnType<{ [key: string]: Json }>
  confirmedWarnings: JSONColumnType<{ [key: string]: Json }>
  saveAsDraft: Generated<boolean>
  scheduledAt: Date | null
  latestAt: Date | null
  timezone: string | null
  publishedAt: Date | null
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
  version: Generated<number>
  recycle: JSONColumnType<{ [key: string]: Json } | null, string | null, string | null>
  editedBy: Generated<string[]>
  slotPlanId: Id<'slots'> | null
  slotMoves: Generated<number>
  mentions: JSONColumnType<{ [key: string]: Json }>
  ideaId: Id<'idea'> | null
}

export interface PostApprovalTable {
  ownerUid: Id<'usr'>
  postId: Id<'post'>
  uid: Id<'usr'>
  decision: 'approved' | 'rejected'
  digests: string[]
  reason: string | null
  decidedAt: Date
  stepId: string | null
}

export interface PostApprovalRequestTable {
  postId: Id<'post'>
  ownerUid: Id<'usr'>
  requestedBy: Id<'usr'> | null
  note: string | null
  requestedAt: Date
}

export interface PostCommentTable {
  id: Id<'cmt'>
  ownerUid: Id<'usr'>
  postId: Id<'post'>
  linkId: Id<'shr'> | null
  name: string
  text: string
  fineByMe: boolean
  createdAt: Date
  guestId: Id<'gst'> | null
  isReply: Generated<boolean>
  authorUid: Id<'usr'> | null
}

export interface PostPresenceTable {
  postId: Id<'post'>
  uid: Id<'usr'>
  ownerUid: Id<'usr'>
  expiresAt: Date
}

export interface PostTallyTable {
  status: string
  count: ColumnType<number, number, number>
}

export interface PostTargetTable {
  id: Id<'tgt'>
  ownerUid: Id<'usr'>
  postId: Id<'post'>
  accountId: Id<'acc'> | null
  network: Network
  position: number
  overrides: JSONColumnType<{ [key: string]: Json }>
  publicationId: string | null
  refusal: JSONColumnType<{ [key: string]: Json } | null, string | null, string | null>
  round: Generated<number>
  createdAt: Date
  removedAt: Date | null
  digest: Buffer | null
}

export interface ProfileTable {
  id: Id<'prof'>
  ownerUid: Id<'usr'>
  name: string
  avatar: string | null
  brandColor: string | null
  timezone: string | null
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
  requiredApprovals: Generated<number>
  approverRole: Generated<'editor' | 'admin' | 'owner'>
  avatarMediaId: Id<'media'> | null
  readOnly: Generated<boolean>
  requiredPlan: string | null
  samePostDays: Generated<number>
  faceId: string | null
  approvalSteps: ColumnType<readonly ApprovalStep[], string | undefined, string>
  guestCodes: Generated<boolean>
  inboxApprovals: Generated<'none' | 'programs' | 'all'>
}

export interface ProfileInviteTable {
  id: Id<'pinv'>
  profileId: Id<'prof'>
  tokenHash: Buffer
  role: 'admin' | 'editor' | 'approver' | 'contributor' | 'viewer' | null
  email: string | null
  mailed: boolean
  invitedBy: Id<'usr'>
  createdAt: Date
  expiresAt: Date
  endedAt: Date | null
  networks: Network[] | null
  note: string | null
}

export interface ProfileLinkTable {
  id: Id<'plink'>
  ownerUid: Id<'usr'>
  parentId: Id<'prof'>
  childId: Id<'prof'>
  inheritanceRules: JSONColumnType<{ [key: string]: Json }>
  createdAt: Date
  removedAt: Date | null
}

export interface ProfileMemberTable {
  profileId: Id<'prof'>
  uid: Id<'usr'>
  role: 'admin' | 'editor' | 'approver' | 'contributor' | 'viewer'
  createdAt: Date
}

export interface ProfileTallyTable {
  count: ColumnType<number, number, number>
}

export interface PublicCertificateTable {
  onlyRow: Generated<boolean>
  host: string
  endsAt: Date
  seenAt: Date
}

export interface PublicationTable {
  id: string
  ownerUid: Id<'usr'>
  targetId: string
  accountId: Id<'acc'>
  remoteAccountId: string
  network: Network
  bornAt: Date
  keyOf: string
  snapshot: JSONColumnType<{ [key: string]: Json }>
  textHash: string
  status: 'queued' | 'publishing' | 'processing' | 'held' | 'published' | 'failed' | 'unknown' | 'cancelled'
  dueAt: Date | null
  ordinal: Generated<number>
  wantedAt: Date
  latestAt: Date | null
  step: string
  memo: JSONColumnType<{ [key: string]: Json }>
  memoBefore: JSONColumnType<{ [key: string]: Json }>
  memoDiesAt: Date | null
  handle: string | null
  waitingSince: Date | null
  heldWhy: string | null
  begunFirst: Date | null
  begunLast: Date | null
  begunTries: Generated<number>
  doubt: JSONColumnType<{ [key: string]: Json } | null, string | null, string | null>
  doubtUntil: Date | null
  tries: Generated<number>
  takenFence: ColumnType<number | null, number | null, number | null>
  takeovers: Generated<number>
  agains: Generated<number>
  revision: Generated<number>
  attempts: Generated<number>
  accepted: Generated<boolean>
  cancelAskedAt: Date | null
  partsTotal: Generated<number>
  partsShown: Generated<number>
  shownAt: Date | null
  finishedAt: Date | null
  remoteId: string | null
  url: string | null
  errorCode: string | null
  error: string | null
  rawError: string | null
  retryable: Generated<boolean>
  warnings: JSONColumnType<{ [key: string]: Json }>
  cost: Generated<number>
  format: Generated<string>
  spentAt: Date | null
  spendsApp: string | null
  heldUntil: Date | null
  trail: JSONColumnType<{ [key: string]: Json }>
}

export interface PublicationCallTable {
  id: string
  publicationId: string
  fence: ColumnType<number, number, number>
  step: string
  part: number
  begunAt: Date
  endedAt: Date | null
  outcome: string | null
  sent: string | null
  httpStatus: number | null
  detail: JSONColumnType<{ [key: string]: Json } | null, string | null, string | null>
}

export interface PublicationPartTable {
  publicationId: string
  part: number
  remoteAccountId: string
  remoteId: string | null
  url: string | null
  shownAt: Date
}

export interface PublicationTallyTable {
  network: Network
  mode: string
  hour: Date
  outcome: 'published' | 'failed' | 'unknown'
  bucket: number | null
  count: ColumnType<number, number, number>
  lastAt: Date | null
}

export interface PublishingPauseTable {
  network: Network
  reason: string
  pausedAt: Date
  pausedBy: Id<'usr'> | null
}

export interface RateBucketTable {
  bucket: string
  level: number
  perMinute: number
  at: Date
}

export interface RateWindowTable {
  bucket: string
  windowStart: Date
  used: number
}

export interface RecoveryCodeTable {
  uid: string
  codeHash: Buffer
  createdAt: Date
}

export interface RecurringOccurrenceTable {
  ruleId: Id<'rec'>
  at: Date
  movedTo: Date | null
  outcome: 'posted' | 'skipped' | 'missed' | 'template_in_trash' | 'failed' | null
  postId: Id<'post'> | null
}

export interface RecurringRuleTable {
  id: Id<'rec'>
  ownerUid: Id<'usr'>
  authorUid: Id<'usr'> | null
  profileId: Id<'prof'>
  postId: Id<'post'> | null
  name: string | null
  cron: string
  timezone: string | null
  startAt: Date | null
  endAt: Date | null
  maxRuns: number | null
  runs: Generated<number>
  lastRunAt: Date | null
  decidedUntil: Date
  dueAt: Date | null
  pausedAt: Date | null
  cancelledAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export interface RecyclingTable {
  postId: Id<'post'>
  turn: number
  dueAt: Date
  clones: Generated<number>
}

export interface RecyclingRunTable {
  postId: Id<'post'>
  dueAt: Date
  cloneId: Id<'post'> | null
}

export interface RefreshTokenTable {
  tokenHash: Buffer
  sessionId: Id<'ses'>
  issuedAt: Date
  usedAt: Date | null
}

export interface RemoteAccountTable {
  id: string
  network: Network
  mode: 'sandbox' | 'trial' | 'live'
  remoteId: string
  leaseUntil: Generated<Date>
  holder: string | null
  fence: Generated<number>
  parkedUntil: Generated<Date>
  parkWhy: string | null
  leastGapUntil: Generated<Date>
  outageEndedAt: Generated<Date>
  catchUpUntil: Generated<Date>
  parkWhyCode: string | null
}

export interface SavedTextTable {
  id: Id<'txt'>
  profileId: Id<'prof'>
  kind: 'snippet' | 'hashtags' | 'signature' | 'first_comment' | 'template'
  name: string
  content: string
  networkTexts: JSONColumnType<{ [key: string]: Json }>
  networks: Generated<Network[]>
  auto: 'never' | 'offer' | 'always'
  post: JSONColumnType<{ [key: string]: Json } | null, string | null, string | null>
  version: Generated<number>
  uses: Generated<number>
  lastUsedAt: Date | null
  createdBy: Id<'usr'> | null
  createdAt: Date
  updatedAt: Date
}

export interface SavedViewTable {
  id: Id<'view'>
  profileId: Id<'prof'>
  ownerUid: Id<'usr'> | null
  page: 'posts' | 'queue' | 'calendar' | 'library' | 'analytics'
  name: string
  filters: JSONColumnType<{ [key: string]: Json }>
  labelId: Id<'lbl'> | null
  version: Generated<number>
  createdBy: Id<'usr'> | null
  createdAt: Date
  updatedAt: Date
}

export interface SecondFactorTable {
  uid: Id<'usr'>
  sealedSecret: Buffer | null
  lastUsedStep: Generated<number>
  enabledAt: Date | null
  sealedPendingSecret: Buffer | null
  pendingSince: Date | null
  failedTries: Generated<number>
  pausedUntil: Date | null
}

export interface SecretTable {
  name: string
  latest: number
  wanted: number | null
  inForce: number | null
  updatedAt: Date
  updatedBy: Id<'usr'> | null
}

export interface SecretGenerationTable {
  onlyRow: Generated<boolean>
  generation: ColumnType<number, number, number>
}

export interface SecretVersionTable {
  name: string
  version: number
  sealedValue: Buffer | null
  createdAt: Date
  createdBy: Id<'usr'> | null
}

export interface SelfTestRunTable {
  id: Id<'run'>
  startedBy: Id<'usr'> | null
  names: string[]
  results: JSONColumnType<{ [key: string]: Json }>
  createdAt: Date
  finishedAt: Date | null
}

export interface ServerAppTable {
  network: Network
  server: string
  redirectUrl: string
  sealedApp: Buffer
  createdAt: Date
}

export interface ShareLinkTable {
  id: Id<'shr'>
  ownerUid: Id<'usr'>
  postId: Id<'post'>
  tokenHash: Buffer
  sealedToken: Buffer
  comments: boolean
  views: Generated<number>
  createdBy: Id<'usr'> | null
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
}

export interface ShareViewTable {
  linkId: Id<'shr'>
  day: string
  visitor: Buffer
}

export interface SignInSessionTable {
  id: Id<'ses'>
  uid: Id<'usr'>
  signedInAt: Date
  expiresAt: Date
  endedAt: Date | null
  place: Buffer | null
  userAgent: string | null
}

export interface SignUpInviteTable {
  tokenHash: Buffer
  email: string
  invitedBy: Id<'usr'> | null
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

export interface SigningKeyTable {
  kid: string
  publicJwk: JSONColumnType<{ [key: string]: Json }>
  sealedPrivateJwk: Buffer
  createdAt: Date
  retiredAt: Date | null
}

export interface SlackCodeTable {
  codeHash: Buffer
  uid: Id<'usr'>
  expiresAt: Date
}

export interface SlackFlowTable {
  stateHash: Buffer
  nonceHash: Buffer
  browserHash: Buffer | null
  uid: Id<'usr'>
  expiresAt: Date
}

export interface SlackInboxTable {
  key: string
  mode: 'live' | 'sandbox'
  teamId: string
  sealedBody: Buffer | null
  receivedAt: Date
}

export interface SlackPersonTable {
  workspaceId: string
  slackId: string
  uid: Id<'usr'>
  profileId: Id<'prof'> | null
  linkedAt: Date
  tellsInbox: Generated<boolean>
}

export interface SlackWorkspaceTable {
  id: string
  mode: 'live' | 'sandbox'
  teamId: string
  teamName: string
  botUserId: string
  installerUid: Id<'usr'>
  sealedToken: Buffer
  scopes: string[]
  installedAt: Date
}

export interface SlotPlanTable {
  id: Id<'slots'>
  profileId: Id<'prof'>
  name: string
  timezone: string | null
  accountIds: Id<'acc'>[]
  minutes: number[]
  gaps: JSONColumnType<{ [key: string]: Json }>
  pausedUntil: Date | null
  createdAt: Date
  updatedAt: Date
  whenBlocked: Generated<'keep' | 'next' | 'skip'>
}

export interface SubscriptionPeriodTable {
  id: Generated<number>
  uid: Id<'usr'> | null
  plan: string
  beganAt: Date
  endedAt: Date | null
}

export interface TeamCommentTable {
  id: Id<'tcm'>
  ownerUid: Id<'usr'>
  postId: Id<'post'>
  threadId: Id<'tcm'>
  authorUid: Id<'usr'> | null
  text: string | null
  version: Generated<number>
  createdAt: Date
  editedAt: Date | null
  deletedAt: Date | null
  resolvedAt: Date | null
  resolvedBy: Id<'usr'> | null
}

export interface TeamCommentMentionTable {
  commentId: Id<'tcm'>
  uid: Id<'usr'>
}

export interface TelegramBotTable {
  id: ColumnType<number, number, number>
  username: string
  nextUpdateId: Generated<number>
  poller: string | null
  polledUntil: Date | null
}

export interface TelegramChatTable {
  botId: ColumnType<number, number, number>
  chatId: ColumnType<number, number, number>
  uid: Id<'usr'>
  profileId: Id<'prof'> | null
  type: 'private' | 'group' | 'supergroup' | 'channel'
  title: string
  photo: Buffer | null
  isReachable: Generated<boolean>
  askedAbout: Id<'post'> | null
  linkedAt: Date
  lastMessageAt: Date | null
  tellsInbox: Generated<boolean>
}

export interface TelegramCodeTable {
  codeHash: Buffer
  uid: Id<'usr'>
  expiresAt: Date
}

export interface TelegramItemTable {
  id: string
  laneId: string
  botId: ColumnType<number, number, number>
  updateId: ColumnType<number | null, number | null, number | null>
  album: string | null
  sealedUpdate: Buffer | null
  notice: JSONColumnType<{ [key: string]: Json } | null, string | null, string | null>
  storagePaths: string[] | null
  sealedReplies: Buffer | null
  sent: Generated<number>
  attempts: Generated<number>
  receivedAt: Date
  dueAt: Date | null
}

export interface TelegramLaneTable {
  id: string
  botId: ColumnType<number, number, number>
  chatId: ColumnType<number, number, number>
  wrongCodes: Generated<number>
  wrongCodesUntil: Date | null
  leaseUntil: Generated<Date>
  holder: string | null
  fence: Generated<number>
}

export interface TelegramSourceTable {
  botId: ColumnType<number, number, number>
  chatId: ColumnType<number, number, number>
  messageId: ColumnType<number, number, number>
  postId: Id<'post'>
  editedAt: ColumnType<number, number, number>
  album: string | null
  cardId: ColumnType<number | null, number | null, number | null>
}

export interface TelegramTalkTable {
  botId: ColumnType<number, number, number>
  chatId: ColumnType<number, number, number>
  messageId: ColumnType<number, number, number>
  conversationId: Id<'conv'>
  itemId: string
  lastItemId: string
  askedAt: Date
}

export interface TextUseTable {
  ownerUid: Id<'usr'>
  slot: number
  bytes: ColumnType<number, number, number>
}

export interface TicketTable {
  id: Id<'tkt'>
  kind: string
  subject: string
  ownerUid: Id<'usr'>
  reporterUid: Id<'usr'> | null
  message: string
  status: 'open' | 'waiting' | 'closed'
  createdAt: Date
  updatedAt: Date
  assigneeUid: Id<'usr'> | null
  note: string | null
  answer: string | null
  answeredAt: Date | null
}

export interface UserTallyTable {
  plan: string
  role: string
  subscriptionStatus: string
  count: ColumnType<number, number, number>
}

export interface UserWordTable {
  word: string
  uid: Id<'usr'>
}

export interface WebhookAttemptTable {
  deliveryId: string
  attempt: number
  begunAt: Date
  durationMs: number | null
  responseStatus: number | null
  error: string | null
  responseBody: string | null
}

export interface WebhookDeliveryTable {
  id: Id<'dl'>
  endpointId: string
  eventId: string
  eventType: string
  ownId: boolean
  replayOf: string | null
  byHand: boolean
  status: 'pending' | 'delivered' | 'retrying' | 'failed'
  attempts: Generated<number>
  failures: Generated<number>
  responseStatus: number | null
  dueAt: Date | null
  requestHeaders: JSONColumnType<{ [key: string]: Json } | null, string | null, string | null>
  createdAt: Date
  finishedAt: Date | null
}

export interface WebhookEndpointTable {
  id: Id<'wh'>
  ownerUid: Id<'usr'>
  url: string
  events: string[]
  profileIds: Id<'prof'>[] | null
  sealedHeaders: Buffer | null
  active: boolean
  disabledReason: 'by_hand' | 'gone' | 'failing' | 'plan' | null
  failingSince: Date | null
  failedInARow: Generated<number>
  lastDeliveryAt: Date | null
  leaseUntil: Generated<Date>
  holder: string | null
  fence: Generated<number>
  createdAt: Date
  updatedAt: Date
}

export interface WebhookSecretTable {
  id: string
  endpointId: Id<'wh'>
  sealedSecret: Buffer
  createdAt: Date
  expiresAt: Date | null
}

export interface WeeklyReportTable {
  uid: Id<'usr'>
  profileId: Id<'prof'>
  since: Date
  dueAt: Date
}

export interface WeeklyReportRunTable {
  uid: Id<'usr'>
  profileId: Id<'prof'>
  monday: string
  isSent: boolean
}

export interface Tables {
  account: AccountTable
  accountSet: AccountSetTable
  accountTally: AccountTallyTable
  alert: AlertTable
  alertPref: AlertPrefTable
  apiKey: ApiKeyTable
  apiRequest: ApiRequestTable
  appCode: AppCodeTable
  appToken: AppTokenTable
  appUser: AppUserTable
  auditEntry: AuditEntryTable
  auditSeal: AuditSealTable
  backup: BackupTable
  bulkEdit: BulkEditTable
  bulkEditPost: BulkEditPostTable
  calendarDay: CalendarDayTable
  calendarFeed: CalendarFeedTable
  calendarNote: CalendarNoteTable
  calendarSource: CalendarSourceTable
  cancellation: CancellationTable
  captionUse: CaptionUseTable
  clientKey: ClientKeyTable
  clockWatch: ClockWatchTable
  companyFlow: CompanyFlowTable
  companyIdentity: CompanyIdentityTable
  companySession: CompanySessionTable
  connectedApp: ConnectedAppTable
  conversation: ConversationTable
  conversationLabel: ConversationLabelTable
  conversationNote: ConversationNoteTable
  conversationNoteMention: ConversationNoteMentionTable
  cronConfig: CronConfigTable
  cronRun: CronRunTable
  dataDeletion: DataDeletionTable
  dataFolder: DataFolderTable
  deliveryTally: DeliveryTallyTable
  departedGuest: DepartedGuestTable
  departedSubject: DepartedSubjectTable
  deviceRequest: DeviceRequestTable
  directoryContact: DirectoryContactTable
  directoryGrant: DirectoryGrantTable
  directoryGroup: DirectoryGroupTable
  directoryGroupMember: DirectoryGroupMemberTable
  directoryMembership: DirectoryMembershipTable
  directoryUser: DirectoryUserTable
  enginePresence: EnginePresenceTable
  event: EventTable
  face: FaceTable
  featureFlag: FeatureFlagTable
  guest: GuestTable
  guestCode: GuestCodeTable
  guestDecision: GuestDecisionTable
  guestDevice: GuestDeviceTable
  idea: IdeaTable
  ideaStage: IdeaStageTable
  idempotency: IdempotencyTable
  inboxAccount: InboxAccountTable
  inboxAct: InboxActTable
  inboxDay: InboxDayTable
  inboxDayStored: InboxDayStoredTable
  inboxItem: InboxItemTable
  inboxMorning: InboxMorningTable
  inboxReply: InboxReplyTable
  inboxReplyDecision: InboxReplyDecisionTable
  inboxRule: InboxRuleTable
  inboxRuleRun: InboxRuleRunTable
  inboxSender: InboxSenderTable
  inboxUnits: InboxUnitsTable
  installation: InstallationTable
  job: JobTable
  label: LabelTable
  mailAllowance: MailAllowanceTable
  mailRecipient: MailRecipientTable
  mailTemplate: MailTemplateTable
  mailToken: MailTokenTable
  media: MediaTable
  mediaFile: MediaFileTable
  mediaThumbnail: MediaThumbnailTable
  mediaUpload: MediaUploadTable
  mediaUse: MediaUseTable
  mentionEntry: MentionEntryTable
  metricsAccount: MetricsAccountTable
  metricsAccountSnapshot: MetricsAccountSnapshotTable
  metricsGained: MetricsGainedTable
  metricsPost: MetricsPostTable
  metricsPublished: MetricsPublishedTable
  metricsReads: MetricsReadsTable
  metricsRefresh: MetricsRefreshTable
  metricsSnapshot: MetricsSnapshotTable
  metricsWatch: MetricsWatchTable
  networkGrant: NetworkGrantTable
  networkMode: NetworkModeTable
  networkReading: NetworkReadingTable
  node: NodeTable
  notice: NoticeTable
  noticePref: NoticePrefTable
  oauthClient: OauthClientTable
  oauthFlow: OauthFlowTable
  pageChoice: PageChoiceTable
  park: ParkTable
  passkey: PasskeyTable
  passkeyChallenge: PasskeyChallengeTable
  passwordCredential: PasswordCredentialTable
  passwordGuess: PasswordGuessTable
  post: PostTable
  postApproval: PostApprovalTable
  postApprovalRequest: PostApprovalRequestTable
  postComment: PostCommentTable
  postPresence: PostPresenceTable
  postTally: PostTallyTable
  postTarget: PostTargetTable
  profile: ProfileTable
  profileInvite: ProfileInviteTable
  profileLink: ProfileLinkTable
  profileMember: ProfileMemberTable
  profileTally: ProfileTallyTable
  publicCertificate: PublicCertificateTable
  publication: PublicationTable
  publicationCall: PublicationCallTable
  publicationPart: PublicationPartTable
  publicationTally: PublicationTallyTable
  publishingPause: PublishingPauseTable
  rateBucket: RateBucketTable
  rateWindow: RateWindowTable
  recoveryCode: RecoveryCodeTable
  recurringOccurrence: RecurringOccurrenceTable
  recurringRule: RecurringRuleTable
  recycling: RecyclingTable
  recyclingRun: RecyclingRunTable
  refreshToken: RefreshTokenTable
  remoteAccount: RemoteAccountTable
  savedText: SavedTextTable
  savedView: SavedViewTable
  secondFactor: SecondFactorTable
  secret: SecretTable
  secretGeneration: SecretGenerationTable
  secretVersion: SecretVersionTable
  selfTestRun: SelfTestRunTable
  serverApp: ServerAppTable
  shareLink: ShareLinkTable
  shareView: ShareViewTable
  signInSession: SignInSessionTable
  signUpInvite: SignUpInviteTable
  signingKey: SigningKeyTable
  slackCode: SlackCodeTable
  slackFlow: SlackFlowTable
  slackInbox: SlackInboxTable
  slackPerson: SlackPersonTable
  slackWorkspace: SlackWorkspaceTable
  slotPlan: SlotPlanTable
  subscriptionPeriod: SubscriptionPeriodTable
  teamComment: TeamCommentTable
  teamCommentMention: TeamCommentMentionTable
  telegramBot: TelegramBotTable
  telegramChat: TelegramChatTable
  telegramCode: TelegramCodeTable
  telegramItem: TelegramItemTable
  telegramLane: TelegramLaneTable
  telegramSource: TelegramSourceTable
  telegramTalk: TelegramTalkTable
  textUse: TextUseTable
  ticket: TicketTable
  userTally: UserTallyTable
  userWord: UserWordTable
  webhookAttempt: WebhookAttemptTable
  webhookDelivery: WebhookDeliveryTable
  webhookEndpoint: WebhookEndpointTable
  webhookSecret: WebhookSecretTable
  weeklyReport: WeeklyReportTable
  weeklyReportRun: WeeklyReportRunTable
}

/** The columns of each table, for statements that are planned once: see `allOf`. */
export const columnNames = {
  account:
    'id owner_uid profile_id remote_account_id grant_id network mode handle display_name avatar facts status status_why is_default connected_by created_at updated_at last_checked_at disconnected_at settings status_why_code',
  accountSet: 'id profile_id name account_ids created_by created_at',
  accountTally: 'network status count',
  alert:
    'id kind severity message subject created_at acked_at acked_by watched seen_at closed_at raised_by ack_note raise_told_at close_told_at',
  alertPref: 'uid email min_severity kinds chat',
  apiKey: 'id uid name secret_hash display_prefix scopes profile_ids created_at expires_at last_used_at revoked_at',
  apiRequest: 'id key_id at method path status code request_id',
  appCode: 'code_hash app_id redirect_uri challenge expires_at used_at',
  appToken: 'token_hash app_id kind scopes issued_at expires_at used_at',
  appUser:
    'id issuer subject email email_verified name avatar timezone locale role plan subscription_status past_due_since mfa_enabled created_at updated_at disabled_at disabled_reason exported_at locale_chosen face_id',
  auditEntry:
    'id at actor_uid actor_kind actor_key_id owner_uid action subject changes request_id tx position salt changes_digest leaf profile_id via',
  auditSeal: 'no sealed_at first_position last_position leaves previous hash sealed_hash',
  backup: 'name place taken_at finished_at rows bytes media_files media_bytes is_verified',
  bulkEdit: 'id uid created_at expires_at',
  bulkEditPost: 'batch_id post_id place version before',
  calendarDay: 'source_id place from_date to_date text',
  calendarFeed: 'id profile_id token_hash created_by created_at',
  calendarNote: 'id profile_id text from_date to_date label_id version created_by created_at updated_at',
  calendarSource: 'id profile_id name url refreshed_at problem partial due_at created_by created_at',
  cancellation: 'id uid plan reason comment at',
  captionUse: 'owner_uid month used given_back',
  clientKey: 'kid public_jwk sealed_private_jwk created_at',
  clockWatch: 'only_row seen_at',
  companyFlow:
    'state_hash browser_hash next uid created_at expires_at used_at proved_uid sealed_id_token sealed_person',
  companyIdentity: 'issuer subject uid email connected_at last_used_at',
  companySession: 'session_id sealed_id_token',
  connectedApp:
    'id uid client_id name home_url audience scopes profile_ids created_at connected_at last_used_at expires_at ended_at',
  conversation:
    'id profile_id account_id network kind root_id post_id state snoozed_until assignee_uid last_in_at last_out_at unanswered_since version created_at updated_at erased_at',
  conversationLabel: 'conversation_id label_id',
  conversationNote: 'id conversation_id author_uid text created_at',
  conversationNoteMention: 'note_id uid',
  cronConfig: 'name schedule enabled updated_at updated_by',
  cronRun: 'name scheduled_for started_at job_id by_uid begun_at finished_at attempts outcome error',
  dataDeletion: 'code network principal_hash state accounts requested_at finished_at',
  dataFolder: 'id seen_at has_mark',
  deliveryTally: 'hour outcome count',
  departedGuest: 'id owner_uid',
  departedSubject: 'subject_hash departed_at',
  deviceRequest:
    'device_hash user_code_mac client_id name home_url audience scopes created_at expires_at poll_seconds polled_at app_id refused_at',
  directoryContact: 'only_row last_request_at',
  directoryGrant: 'group_id profile_id role',
  directoryGroup: 'id display_name external_id role created_at updated_at',
  directoryGroupMember: 'group_id uid',
  directoryMembership: 'profile_id uid given_role own_role',
  directoryUser:
    'uid user_name external_id given_name family_name disabled_at given_role own_role created_at updated_at removed_at',
  enginePresence: 'only_row seen_at outage_ended_at',
  event: 'id tx owner_uid type data created_at body',
  face: 'id account_id user_uid profile_id image changed_at',
  featureFlag: 'flag_key enabled settings updated_at updated_by',
  guest:
    'id owner_uid profile_id name email language may post_id from_day to_day token_hash sealed_token invited_by created_at expires_at revoked_at seen_at mailed_at mail_due_at',
  guestCode: 'challenge_hash guest_id owner_uid post_id deed content_hash text code_hash tries created_at expires_at',
  guestDecision: 'guest_id owner_uid post_id decision digests reason step_id device_id confirmed decided_at',
  guestDevice: 'id guest_id cookie_hash created_at expires_at',
  idea:
    'id profile_id stage_id place title text url media_ids label_ids version author_uid created_at updated_at deleted_at unlinked_post_ids',
  ideaStage: 'id profile_id name preset place version created_at updated_at',
  idempotency: 'uid operation idempotency_key request_hash status sealed_reply created_at attempt took_effect etag',
  inboxAccount:
    'account_id is_on begun_at place next_look_at empty_looks read_at problem failures parked_until lease_until holder fence acts_from recheck_at',
  inboxAct: 'item_id act account_id wanted done in_doubt due_at tries problem version by_uid',
  inboxDay: 'account_id profile_id kind day open_at_end waits',
  inboxDayStored: 'profile_id day',
  inboxItem:
    'id conversation_id account_id remote_id parent_id direction sender_id text files url language said_at seen_at edited_at held erased_at read_at removed_at checked_at missing_at deleted_at',
  inboxMorning: 'profile_id day',
  inboxReply:
    'id conversation_id item_id author_uid text state closes publication_id sent_item_id created_at updated_at waiting_profile_id seen_item_id edited_by by_program',
  inboxReplyDecision: 'reply_id uid decision content_hash step_id reason decided_at',
  inboxRule:
    'id profile_id position name is_on network kind has_account account_id words has_link is_new_sender has_assignee assignee_uid state snooze_hours version created_at updated_at',
  inboxRuleRun: 'item_id rule_id name has_assigned assignee_uid state created_at',
  inboxSender: 'id account_id remote_id handle name erased_at',
  inboxUnits: 'account_id network mode day used',
  installation: 'only_row id public_url last_seen_at hold_reason setup_code_hash created_at home resumed_at',
  job: 'id name data key created_at due_at begun_at attempts error failed_at lease_until holder fence',
  label:
    'id profile_id name key color kind from_date to_date note previous_keys archived_at removed_at created_at updated_at',
  mailAllowance: 'uid purpose asked_at',
  mailRecipient: 'address_hash mailed_at',
  mailTemplate: 'name subject text html updated_at updated_by',
  mailToken: 'token_hash purpose uid email created_at expires_at',
  media:
    'id owner_uid profile_id file_key storage_path file_name alt_text tags created_at updated_at version alt_text_by source author_uid',
  mediaFile: 'key owner_uid state state_since hash size content_type facts poster_size',
  mediaThumbnail: 'file_key image',
  mediaUpload:
    'storage_path owner_uid profile_id incoming_key file_name content_type created_at expires_at settled_at author_uid',
  mediaUse: 'media_id post_id',
  mentionEntry: 'id profile_id name key handles version created_by created_at updated_at',
  metricsAccount:
    'account_id due_at told followers following total_posts fetched_at failures parked_until lease_until holder fence next_look_at',
  metricsAccountSnapshot:
    'account_id at followers following total_posts views likes comments shares saves impressions reach',
  metricsGained: 'account_id day views likes comments shares saves impressions reach',
  metricsPost:
    'post_id place profile_id published_at views likes comments shares saves impressions reach counted seen engagement has_numbers engagement_class',
  metricsPublished: 'account_id day posts quarters views likes comments shares saves impressions reach counted seen',
  metricsReads: 'network mode month used',
  metricsRefresh: 'owner_uid at',
  metricsSnapshot: 'account_id target_id at views likes comments shares saves impressions reach',
  metricsWatch:
    'target_id publication_id account_id network remote_id published_at due_at misses views likes comments shares saves impressions reach engagement seen fetched_at',
  networkGrant:
    'id owner_uid network mode principal sealed_grant version scopes expires_at refreshing_until refreshing_holder status status_why updated_at renewable',
  networkMode: 'network mode chosen_at chosen_by',
  networkReading: 'network mode scope subject remaining resets_at read_at',
  node:
    'id host roles version started_at seen_at stopped_at database_lost_at clock_offset_ms disk_free_bytes disk_total_bytes memory_bytes',
  notice:
    'id uid profile_id kind post_id account_id by_name note cause_key on_page by_mail made_at read_at solved_at mailed_at team_comment_id',
  noticePref: 'uid kind page email',
  oauthClient: 'id name home_url redirect_uris created_at used_at',
  oauthFlow:
    'state_hash nonce_hash browser_hash network mode uid profile_id account_id redirect_url final_redirect_url headless scopes invite_id expires_at sealed_begun',
  pageChoice: 'grant_id profile_id granted_by created_at',
  park: 'scope until why why_code',
  passkey: 'id uid rp_id credential_id public_key sign_count name transports is_backed_up created_at last_used_at',
  passkeyChallenge: 'challenge_hash browser_hash uid created_at expires_at',
  passwordCredential: 'uid password_hash updated_at',
  passwordGuess: 'lane failures failed_at free_at',
  post:
    'id owner_uid author_uid profile_id intent status status_since round told_round kind root_post_id parent_id recycled_from_id duplicated_from_id recurring_rule_id content title format thread media tags language first_comment link settings metadata confirmed_warnings save_as_draft scheduled_at latest_at timezone published_at created_at updated_at deleted_at version recycle edited_by slot_plan_id slot_moves mentions idea_id',
  postApproval: 'owner_uid post_id uid decision digests reason decided_at step_id',
  postApprovalRequest: 'post_id owner_uid requested_by note requested_at',
  postComment: 'id owner_uid post_id link_id name text fine_by_me created_at guest_id is_reply author_uid',
  postPresence: 'post_id uid owner_uid expires_at',
  postTally: 'status count',
  postTarget:
    'id owner_uid post_id account_id network position overrides publication_id refusal round created_at removed_at digest',
  profile:
    'id owner_uid name avatar brand_color timezone version created_at updated_at deleted_at required_approvals approver_role avatar_media_id read_only required_plan same_post_days face_id approval_steps guest_codes inbox_approvals',
  profileInvite: 'id profile_id token_hash role email mailed invited_by created_at expires_at ended_at networks note',
  profileLink: 'id owner_uid parent_id child_id inheritance_rules created_at removed_at',
  profileMember: 'profile_id uid role created_at',
  profileTally: 'count',
  publicCertificate: 'only_row host ends_at seen_at',
  publication:
    'id owner_uid target_id account_id remote_account_id network born_at key_of snapshot text_hash status due_at ordinal wanted_at latest_at step memo memo_before memo_dies_at handle waiting_since held_why begun_first begun_last begun_tries doubt doubt_until tries taken_fence takeovers agains revision attempts accepted cancel_asked_at parts_total parts_shown shown_at finished_at remote_id url error_code error raw_error retryable warnings cost format spent_at spends_app held_until trail',
  publicationCall: 'id publication_id fence step part begun_at ended_at outcome sent http_status detail',
  publicationPart: 'publication_id part remote_account_id remote_id url shown_at',
  publicationTally: 'network mode hour outcome bucket count last_at',
  publishingPause: 'network reason paused_at paused_by',
  rateBucket: 'bucket level per_minute at',
  rateWindow: 'bucket window_start used',
  recoveryCode: 'uid code_hash created_at',
  recurringOccurrence: 'rule_id at moved_to outcome post_id',
  recurringRule:
    'id owner_uid author_uid profile_id post_id name cron timezone start_at end_at max_runs runs last_run_at decided_until due_at paused_at cancelled_at created_at updated_at',
  recycling: 'post_id turn due_at clones',
  recyclingRun: 'post_id due_at clone_id',
  refreshToken: 'token_hash session_id issued_at used_at',
  remoteAccount:
    'id network mode remote_id lease_until holder fence parked_until park_why least_gap_until outage_ended_at catch_up_until park_why_code',
  savedText:
    'id profile_id kind name content network_texts networks auto post version uses last_used_at created_by created_at updated_at',
  savedView: 'id profile_id owner_uid page name filters label_id version created_by created_at updated_at',
  secondFactor:
    'uid sealed_secret last_used_step enabled_at sealed_pending_secret pending_since failed_tries paused_until',
  secret: 'name latest wanted in_force updated_at updated_by',
  secretGeneration: 'only_row generation',
  secretVersion: 'name version sealed_value created_at created_by',
  selfTestRun: 'id started_by names results created_at finished_at',
  serverApp: 'network server redirect_url sealed_app created_at',
  shareLink: 'id owner_uid post_id token_hash sealed_token comments views created_by created_at expires_at revoked_at',
  shareView: 'link_id day visitor',
  signInSession: 'id uid signed_in_at expires_at ended_at place user_agent',
  signUpInvite: 'token_hash email invited_by created_at expires_at used_at',
  signingKey: 'kid public_jwk sealed_private_jwk created_at retired_at',
  slackCode: 'code_hash uid expires_at',
  slackFlow: 'state_hash nonce_hash browser_hash uid expires_at',
  slackInbox: 'key mode team_id sealed_body received_at',
  slackPerson: 'workspace_id slack_id uid profile_id linked_at tells_inbox',
  slackWorkspace: 'id mode team_id team_name bot_user_id installer_uid sealed_token scopes installed_at',
  slotPlan: 'id profile_id name timezone account_ids minutes gaps paused_until created_at updated_at when_blocked',
  subscriptionPeriod: 'id uid plan began_at ended_at',
  teamComment:
    'id owner_uid post_id thread_id author_uid text version created_at edited_at deleted_at resolved_at resolved_by',
  teamCommentMention: 'comment_id uid',
  telegramBot: 'id username next_update_id poller polled_until',
  telegramChat:
    'bot_id chat_id uid profile_id type title photo is_reachable asked_about linked_at last_message_at tells_inbox',
  telegramCode: 'code_hash uid expires_at',
  telegramItem:
    'id lane_id bot_id update_id album sealed_update notice storage_paths sealed_replies sent attempts received_at due_at',
  telegramLane: 'id bot_id chat_id wrong_codes wrong_codes_until lease_until holder fence',
  telegramSource: 'bot_id chat_id message_id post_id edited_at album card_id',
  telegramTalk: 'bot_id chat_id message_id conversation_id item_id last_item_id asked_at',
  textUse: 'owner_uid slot bytes',
  ticket:
    'id kind subject owner_uid reporter_uid message status created_at updated_at assignee_uid note answer answered_at',
  userTally: 'plan role subscription_status count',
  userWord: 'word uid',
  webhookAttempt: 'delivery_id attempt begun_at duration_ms response_status error response_body',
  webhookDelivery:
    'id endpoint_id event_id event_type own_id replay_of by_hand status attempts failures response_status due_at request_headers created_at finished_at',
  webhookEndpoint:
    'id owner_uid url events profile_ids sealed_headers active disabled_reason failing_since failed_in_a_row last_delivery_at lease_until holder fence created_at updated_at',
  webhookSecret: 'id endpoint_id sealed_secret created_at expires_at',
  weeklyReport: 'uid profile_id since due_at',
  weeklyReportRun: 'uid profile_id monday is_sent',
} satisfies Record<keyof Tables, string>
