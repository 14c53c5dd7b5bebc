import { administration } from './administration.ts'
import { ownUser } from './own-user.ts'
import { planned } from './planned.ts'
import type { Row } from './row.ts'
import type { World } from './world.ts'

const unknownPost = 'post_01kajv4z00e008000000000001'
const unknownEdit = unknownPost.replace('post_', 'bulk_')
const own: Row = { needs: 'nothing' }
const profile = (world: World) => [world.profile.id]
const account = (world: World) => [world.accountId]
const rule = ({ ruleId }: World) => [ruleId]
const post = ({ postId }: World) => [postId]
/** A webhook reports on everything of its user, so a key limited to some profiles cannot use it. */
const webhook: Row = { needs: 'its person', path: ({ webhookId }) => [webhookId], wholeKeysOnly: true }
const webhookDelivery: Row = { ...webhook, path: ({ webhookId, deliveryId }) => [webhookId, deliveryId] }
const callback = (network: string) => `https://posthorn.test/v1/oauth/callback/${network}`
const announced = { fileName: 'one more.png', contentType: 'image/png' }

export const table: Readonly<Record<string, Row>> = {
  // System.
  health: own,
  readiness: own,
  metrics: own,
  openapi: own,
  getClientMetadata: own,

  ...ownUser,

  // Profiles.
  createProfile: { ...own, body: () => ({ name: 'one more' }), wholeKeysOnly: true },
  listProfiles: own,
  getProfile: { needs: 'read', path: profile },
  updateProfile: { needs: 'manage', path: profile, body: () => ({ timezone: 'Europe/Rome' }) },
  setProfileAvatar: {
    needs: 'manage',
    path: profile,
    form: ({ picture }) => ({ file: picture, fileName: 'logo.png' }),
  },
  deleteProfile: { needs: 'own', path: profile, spends: true },
  restoreProfile: { needs: 'own', path: profile },
  listProfileChildren: { needs: 'read', path: profile },
  createProfileLink: {
    needs: 'manage',
    body: (world) => ({ parentId: world.second.id, childId: world.profile.id }),
  },
  listProfileLinks: own,
  listRemovedProfileLinks: own,
  deleteProfileLink: { needs: 'manage', path: (world) => [world.linkId], spends: true },

  // Members.
  listProfileMembers: { needs: 'read', path: profile },
  listProfileActivity: { needs: 'read', path: profile },
  exportProfileActivity: { needs: 'read', path: profile },
  inviteProfileMember: {
    needs: 'manage',
    path: profile,
    body: () => ({ email: 'somebody@example.com', role: 'viewer' }),
  },
  updateProfileMember: {
    needs: 'manage',
    path: (world) => [world.profile.id, world.other.uid],
    body: () => ({ role: 'viewer' }),
  },
  removeProfileMember: { needs: 'manage', path: (world) => [world.profile.id, world.other.uid], spends: true },
  createProfileInvite: { needs: 'manage', path: profile, body: () => ({ role: 'viewer' }) },
  listProfileInvites: { needs: 'manage', path: profile },
  revokeProfileInvite: { needs: 'manage', path: (world) => [world.profile.id, world.inviteId], spends: true },
  // Any holder of the token may call them; this token does not exist.
  readProfileInvite: { ...own, body: () => ({ token: 'unknown' }), also: ['profile_invite_not_found'] },
  acceptProfileInvite: { ...own, body: () => ({ token: 'unknown' }), also: ['profile_invite_not_found'] },

  // Media.
  uploadMedia: {
    needs: 'write',
    form: ({ picture, profile: { id } }) => ({ file: picture, fileName: 'one more.png', fields: { profileId: id } }),
  },
  importMedia: {
    needs: 'write',
    body: (world) => ({ url: 'https://127.0.0.1/a.png', profileId: world.profile.id }),
    also: ['media_unreachable'],
  },
  presignUpload: { needs: 'write', body: (world) => ({ ...announced, profileId: world.profile.id }) },
  presignUploads: { needs: 'write', body: (world) => ({ files: [{ ...announced, profileId: world.profile.id }] }) },
  completeUpload: { needs: 'write', body: ({ promisedPath }) => ({ storagePath: promisedPath }) },
  // Any holder of the token may call these; these tokens do not exist.
  putIncomingMedia: { ...own, path: () => ['unknown'] },
  getMediaFile: { ...own, path: () => ['unknown'] },
  getFace: { ...own, path: () => ['unknown'] },
  listMedia: own,
  getMedia: { needs: 'read', path: (world) => [world.mediaId] },
  updateMedia: { needs: 'write', path: (world) => [world.mediaId], body: () => ({ altText: 'A pier' }) },
  listMediaUses: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  listMediaPosts: { needs: 'read', path: (world) => [world.mediaId] },
  deleteMedia: { needs: 'write', path: (world) => [world.mediaId], spends: true },

  // Accounts.
  connectBluesky: {
    needs: 'manage',
    body: (world) => ({ profileId: world.profile.id, identifier: 'alice.sandbox', appPassword: 'sand-boxx-pass-word' }),
  },
  connectMastodon: {
    needs: 'manage',
    body: (world) => ({ profileId: world.profile.id, instanceUrl: 'https://127.0.0.1', accessToken: 'planted-token' }),
    also: ['network_address_unusable'],
  },
  listAccounts: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  checkAccountHealth: { needs: 'read', path: account },
  listAffectedPosts: { needs: 'read', path: account },
  updateAccount: { needs: 'manage', path: account, body: () => ({ isDefault: true }) },
  disconnectAccount: { needs: 'manage', path: account, query: () => ({ action: 'keep' }), spends: true },
  listConnections: own,
  getConnection: { needs: 'read', path: account },
  checkConnectionHealth: { needs: 'read', path: account },
  listConnectionPosts: { needs: 'read', path: account },
  updateConnection: { needs: 'manage', path: account, body: () => ({ isDefault: true }) },
  connectDirectly: {
    needs: 'manage',
    body: (world) => ({
      profileId: world.profile.id,
      platform: 'bluesky',
      credentials: { identifier: 'alice.sandbox', appPassword: 'sand-boxx-pass-word' },
    }),
  },
  listConnectablePages: { needs: 'manage', query: (world) => ({ profileId: world.profile.id, platform: 'facebook' }) },
  connectPage: {
    needs: 'manage',
    body: (world) => ({ profileId: world.profile.id, platform: 'facebook', pageId: '1' }),
    also: ['page_not_found'],
  },
  listConnectionPages: { needs: 'manage', path: account },
  connectPageBeside: { needs: 'manage', path: account, body: () => ({ pageId: '1' }) },
  deleteConnection: { needs: 'manage', path: account, spends: true },
  listProviders: own,
  createOauthUrl: {
    needs: 'manage',
    body: (world) => ({ platform: 'x', profileId: world.profile.id, redirectUrl: callback('x') }),
  },
  getAuthUrl: {
    needs: 'manage',
    path: () => ['x'],
    query: (world) => ({ profileId: world.profile.id }),
  },
  // Bluesky is not connected that way; permitted callers get an error that says so.
  upgradeScopes: {
    needs: 'manage',
    path: account,
    body: () => ({ scopes: ['more'], redirectUrl: callback('bluesky') }),
    also: ['platform_connects_directly'],
  },
  getConnectionOptions: { needs: 'write', path: account },
  listFacebookPages: { needs: 'manage', query: (world) => ({ profileId: world.profile.id }) },
  switchFacebookPage: {
    needs: 'manage',
    body: (world) => ({ profileId: world.profile.id, pageId: '1' }),
    also: ['page_not_found'],
  },
  listLinkedinPages: { needs: 'manage', query: (world) => ({ profileId: world.profile.id }) },
  connectLinkedinPage: {
    needs: 'manage',
    body: (world) => ({ profileId: world.profile.id, pageId: '1' }),
    also: ['page_not_found'],
  },
  // Any holder of the state or token may call these; these values do not exist.
  finishOauth: { ...own, path: () => ['x'] },
  finishPlatformOauth: { ...own, path: () => ['x'] },
  getConnectInvitation: { ...own, path: () => ['unknown'] },
  listAllAccounts: own,

  // Calls from networks, authenticated by their signature; this signature does not exist.
  answerWebhookChallenge: { ...own, path: () => ['bluesky'], also: ['platform_without_webhooks'] },
  getXQuota: own,
  deauthorizeNetgroup: own,
  requestDataDeletion: own,
  getDataDeletionStatus: { ...own, query: () => ({ code: 'unknown' }), also: ['deletion_not_found'] },
  // Slack authenticates with its signature.
  receiveSlackEvents: { ...own, also: ['webhook_signature_invalid'] },
  receiveSlackCommand: { ...own, also: ['webhook_signature_invalid'] },
  receiveSlackInteraction: { ...own, also: ['webhook_signature_invalid'] },
  finishSlackInstall: own,
  installSlack: { ...own, wholeKeysOnly: true },
  createSlackLinkCode: { ...own, wholeKeysOnly: true },
  getSlackStatus: own,
  disconnectSlack: { ...own, wholeKeysOnly: true, also: ['chat_not_connected'] },
  // Chats.
  receiveChatUpdate: own,
  createChatAccessCode: { ...own, wholeKeysOnly: true },
  listLinkedChats: { ...own, wholeKeysOnly: true },
  getChatConnection: { ...own, wholeKeysOnly: true },
  unlinkChat: { ...own, wholeKeysOnly: true, path: () => ['1'], also: ['chat_not_found'] },
  refreshLinkedChat: { ...own, wholeKeysOnly: true, path: () => ['1'], also: ['chat_not_found'] },
  receiveWebhook: { ...own, path: () => ['bluesky'], also: ['platform_without_webhooks'] },

  // Webhooks.
  createWebhook: { ...own, body: ({ anotherWebhookUrl: url }) => ({ url, events: ['post.failed'] }) },
  listWebhooks: own,
  listEvents: own,
  streamEvents: own,
  getWebhook: webhook,
  updateWebhook: { ...webhook, body: () => ({ events: ['post.failed'] }) },
  deleteWebhook: { ...webhook, spends: true },
  regenerateWebhookSecret: webhook,
  testWebhook: webhook,
  listWebhookDeliveries: webhook,
  getWebhookDelivery: webhookDelivery,
  replayWebhookDelivery: webhookDelivery,
  replayFailedWebhookDeliveries: { ...webhook, body: () => ({ since: '2026-01-01T00:00:00Z' }) },

  // Analytics.
  refreshAnalytics: own,
  getAnalyticsOverview: own,
  getLabelMetrics: own,
  getReport: { needs: 'read', path: profile },
  chooseReport: { needs: 'read', path: profile, body: () => ({ weekly: true }) },
  comparePeriods: {
    ...own,
    query: () => ({
      periodAStart: '2026-12-01',
      periodAEnd: '2026-12-31',
      periodBStart: '2027-01-01',
      periodBEnd: '2027-01-12',
    }),
  },
  exportAnalytics: own,
  getBestTimes: own,
  listOutliers: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  summarizePosts: own,
  getPostMetrics: { needs: 'read', path: post },
  getPostMetricsHistory: { needs: 'read', path: post },
  listAccountMetrics: own,
  getAccountMetricsHistory: { needs: 'read', path: account },
  getAccountInsights: own,

  // Posts.
  createPost: {
    needs: 'write',
    body: (world) => ({ profileId: world.profile.id, content: 'one more', saveAsDraft: true }),
  },
  fanOutPost: {
    needs: 'write',
    body: ({ profile, second }) => ({
      master: { profileId: profile.id, content: 'one more', saveAsDraft: true },
      children: [{ profileId: second.id }],
    }),
  },
  createPosts: {
    needs: 'write',
    body: (world) => ({ posts: [{ profileId: world.profile.id, content: 'one more' }] }),
  },
  // Each post has its own result; `posts/many` and `posts/bulk-edit` cover those of others.
  schedulePosts: { ...own, body: () => ({ posts: [{ postId: unknownPost }] }) },
  reschedulePosts: { ...own, body: () => ({ posts: [{ postId: unknownPost, scheduledAt: '2026-12-24T09:00:00Z' }] }) },
  cancelPosts: { ...own, body: () => ({ postIds: [unknownPost] }) },
  deletePosts: { ...own, body: () => ({ postIds: [unknownPost] }) },
  editPosts: { ...own, body: () => ({ posts: [{ postId: unknownPost }], changes: { shift: { days: 1 } } }) },
  undoEditPosts: { ...own, body: () => ({ batchId: unknownEdit }), also: ['bulk_edit_not_found'] },
  validatePost: { needs: 'read', body: (world) => ({ profileId: world.profile.id, platforms: ['bluesky'] }) },
  listPosts: own,
  listPostSummaries: own,
  rehearsePosts: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  forecastPosts: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  getPostStats: own,
  listTrash: own,
  emptyTrash: own,
  getPost: { needs: 'read', path: post },
  updatePost: { needs: 'write', path: post, body: () => ({ metadata: { colour: 'blue' } }) },
  deletePost: { needs: 'write', path: post, spends: true },
  restorePost: { needs: 'write', path: post },
  getPostStatus: { needs: 'read', path: post },
  listPostAudit: { needs: 'read', path: post },
  listPostPublications: { needs: 'read', path: post },
  readPostBack: { needs: 'read', path: (world) => [world.postId, world.targetId] },
  retryPost: { needs: 'publish', path: post },
  resolvePostTarget: {
    needs: 'publish',
    path: (world) => [world.postId, world.targetId],
    body: () => ({ resolve: 'published' }),
  },
  reportStuckPost: { needs: 'publish', path: post },
  expandPost: {
    needs: 'write',
    path: post,
    body: () => ({ platforms: ['bluesky'] }),
  },
  autoSchedulePosts: {
    needs: 'publish',
    body: ({ postId }) => ({ postIds: [postId], postsPerDay: 1 }),
    also: ['post_not_draft'],
  },
  getRecycleConfig: { needs: 'read', path: post },
  configureRecycling: { needs: 'publish', path: post, body: () => ({ enabled: true, intervalDays: 30 }) },
  listRecycles: { needs: 'read', path: post },
  duplicatePost: { needs: 'write', path: post },
  publishPostNow: { needs: 'publish', path: post },
  submitPost: { needs: 'publish', path: post, also: ['post_not_submittable'] },
  importPosts: {
    needs: 'write',
    query: ({ profile: { id } }) => ({ profileId: id }),
    body: () => 'content\nThe lighthouse is open again.',
  },
  exportPosts: { needs: 'read', query: ({ profile: { id } }) => ({ profileId: id }) },
  cancelPost: { needs: 'write', path: post },
  getQueueStatus: { needs: 'read', path: post },
  getPostApprovals: { needs: 'read', path: post },
  requestPostApproval: { needs: 'write', path: post },
  approvePost: { needs: 'approve', path: post, body: () => ({ contentHash: '0'.repeat(64) }) },
  rejectPost: { needs: 'approve', path: post, body: () => ({ reason: 'The date is wrong.' }) },
  setPostPresence: { needs: 'write', path: post },
  deletePostPresence: { needs: 'write', path: post },
  optimizeCaptions: { ...own, body: () => ({ description: 'Open again.', platforms: ['x'] }) },

  // Sharing. Any holder of the token may call the open ones; this token does not exist.
  createShareLink: { needs: 'publish', path: post },
  listShareLinks: { needs: 'read', path: post },
  revokeShareLink: { needs: 'publish', path: (world) => [world.postId, world.shareLinkId], spends: true },
  listPostComments: { needs: 'read', path: post },
  replyToPostComments: { needs: 'publish', path: post, body: () => ({ text: 'At nine.' }) },
  deletePostComment: { needs: 'publish', path: (world) => [world.postId, world.commentId], spends: true },
  getPostPreview: { ...own, path: () => ['unknown'], also: ['share_link_not_found'] },
  getPostPreviewPicture: { ...own, path: () => ['unknown'], also: ['share_link_not_found'] },
  commentOnPost: {
    ...own,
    path: () => ['unknown'],
    body: () => ({ name: 'Maria', fineByMe: true }),
    also: ['share_link_not_found'],
  },

  // Sets of accounts.
  listAccountSets: { needs: 'read', path: profile },
  createAccountSet: {
    needs: 'publish',
    path: profile,
    body: (world) => ({ name: 'A', accountIds: [world.accountId] }),
  },
  updateAccountSet: {
    needs: 'publish',
    path: (world) => [world.profile.id, world.accountSetId],
    body: () => ({ name: 'B' }),
  },
  deleteAccountSet: { needs: 'publish', path: (world) => [world.profile.id, world.accountSetId], spends: true },

  // Saved texts.
  listSavedTexts: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  createSavedText: {
    needs: 'write',
    body: (world) => ({ profileId: world.profile.id, kind: 'snippet', name: 'A', content: 'Ours.' }),
  },
  getSavedText: { needs: 'read', path: (world) => [world.savedTextId] },
  updateSavedText: { needs: 'write', path: (world) => [world.savedTextId], body: () => ({ name: 'B' }) },
  deleteSavedText: { needs: 'write', path: (world) => [world.savedTextId], spends: true },
  applySavedText: {
    needs: 'write',
    path: (world) => [world.savedTextId],
    body: (world) => ({ post: { profileId: world.profile.id, content: 'Theirs.' } }),
  },
  createTemplateFromPost: { needs: 'write', path: post, body: () => ({ name: 'Launch' }) },

  ...planned,

  // Always refused.
  deletePostFromPlatform: { ...own, path: ({ postId }) => [postId, 'bluesky'], also: ['posts_stay_published'] },

  // Recurring posts.
  createRecurringRule: { needs: 'publish', body: ({ templateId: postId }) => ({ postId, cron: '0 9 * * MON' }) },
  listRecurringRules: own,
  listRecurringOccurrences: {
    needs: 'read',
    query: (world) => ({ profileId: world.profile.id, from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }),
  },
  previewRecurringRule: { ...own, body: () => ({ cron: '0 9 * * MON' }) },
  getRecurringRule: { needs: 'read', path: rule },
  updateRecurringRule: { needs: 'publish', path: rule, body: () => ({ name: 'Another name' }) },
  cancelRecurringRule: { needs: 'publish', path: rule, spends: true },
  pauseRecurringRule: { needs: 'publish', path: rule },
  resumeRecurringRule: { needs: 'publish', path: rule },
  changeRecurringOccurrence: {
    needs: 'publish',
    path: ({ ruleId, nextRunAt }) => [ruleId, nextRunAt],
    body: () => ({ skipped: true }),
  },

  // The installation. The access rules require roles that no caller here has.
  listFeatureFlags: own,
  getFeatureFlag: { ...own, path: () => ['member-invites'] },
  listSandboxFaults: own,
  setSandboxFault: { ...own, path: () => ['bluesky'], body: () => ({ kind: 'reset' }) },
  removeSandboxFault: { ...own, path: () => ['bluesky'] },
  removeAllSandboxFaults: own,
  getSandboxClock: own,
  moveSandboxClock: { ...own, body: () => ({ advanceMs: 1 }) },
  updateFeatureFlag: { ...own, path: () => ['member-invites'], body: () => ({ enabled: true }) },
  getFeatureFlagSettings: { ...own, path: () => ['member-invites'] },

  cancelSubscription: { ...own, body: () => ({ reason: 'unused' }), spends: true },
  ...administration,
}
