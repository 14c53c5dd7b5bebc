import type { Row } from './row.ts'
import type { World } from './world.ts'

const profile = (world: World) => [world.profile.id]
const guest = ({ profile: { id }, guestId }: World) => [id, guestId]
const conversation = (world: World) => [world.conversationId]
const inboxNote = (world: World) => [world.inboxNoteId]
const inboxReply = (world: World) => [world.inboxReplyId]
const inboxRule = (world: World) => [world.inboxRuleId]
const inboxItem = (world: World) => [world.inboxItemId]
const sender = (world: World) => [world.senderId]
const teamComment = ({ postId, teamCommentId }: World) => [postId, teamCommentId]

/** The routes of posting times, saved views, team comments, mentions and labels. */
export const planned: Readonly<Record<string, Row>> = {
  // Posting times.
  listSlotPlans: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  createSlotPlan: {
    needs: 'publish',
    body: (world) => ({ profileId: world.profile.id, name: 'A', slots: [{ weekday: 1, time: '09:00' }] }),
  },
  getSlotPlan: { needs: 'read', path: (world) => [world.slotPlanId] },
  updateSlotPlan: { needs: 'publish', path: (world) => [world.slotPlanId], body: () => ({ name: 'B' }) },
  deleteSlotPlan: { needs: 'publish', path: (world) => [world.slotPlanId], spends: true },
  previewSlotPlan: {
    needs: 'read',
    path: (world) => [world.slotPlanId],
    body: () => ({ slots: [{ weekday: 2, time: '09:00' }] }),
  },
  listSlots: {
    needs: 'read',
    path: (world) => [world.slotPlanId],
    query: () => ({ from: '2026-12-01T00:00:00Z', to: '2026-12-08T00:00:00Z' }),
  },
  addToSlotPlan: {
    needs: 'publish',
    path: (world) => [world.slotPlanId],
    body: (world) => ({ postIds: [world.postId] }),
    spends: true,
  },
  moveInSlotPlan: {
    needs: 'publish',
    path: (world) => [world.slotPlanId],
    body: (world) => ({ postId: world.postId }),
    also: ['validation_failed'],
  },
  arrangeSlotPlan: {
    needs: 'publish',
    path: (world) => [world.slotPlanId],
    body: (world) => ({ postIds: [world.postId] }),
    also: ['validation_failed'],
  },
  shuffleSlotPlan: { needs: 'publish', path: (world) => [world.slotPlanId] },

  // Saved views. A person keeps their own with the role viewer; this one is shared.
  listViews: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  createView: {
    needs: 'write',
    body: (world) => ({ profileId: world.profile.id, page: 'posts', name: 'New', filters: {}, shared: true }),
  },
  getView: { needs: 'read', path: (world) => [world.viewId] },
  updateView: { needs: 'write', path: (world) => [world.viewId], body: () => ({ filters: { q: 'B' } }) },
  deleteView: { needs: 'write', path: (world) => [world.viewId], spends: true },

  // Calendar notes.
  listCalendarNotes: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  createCalendarNote: {
    needs: 'write',
    body: (world) => ({ profileId: world.profile.id, text: 'New', fromDate: '2026-12-01' }),
  },
  getCalendarNote: { needs: 'read', path: (world) => [world.noteId] },
  updateCalendarNote: { needs: 'write', path: (world) => [world.noteId], body: () => ({ text: 'B' }) },
  deleteCalendarNote: { needs: 'write', path: (world) => [world.noteId], spends: true },

  // Calendar feeds. Any holder of the token may read; this token does not exist.
  createCalendarFeed: { needs: 'publish', path: (world) => [world.profile.id] },
  listCalendarFeeds: { needs: 'read', path: (world) => [world.profile.id] },
  revokeCalendarFeed: {
    needs: 'publish',
    path: (world) => [world.profile.id, world.calendarFeedId],
    spends: true,
  },
  readCalendarFeed: { needs: 'nothing', path: () => ['unknown'], also: ['calendar_feed_not_found'] },

  // Guests.
  listGuests: { needs: 'publish', path: profile },
  inviteGuest: {
    needs: 'publish',
    path: profile,
    body: (world) => ({
      name: 'Maria',
      email: 'maria@example.org',
      postId: world.postId,
      expiresAt: world.nextRunAt,
      send: false,
    }),
  },
  getGuest: { needs: 'publish', path: guest },
  updateGuest: { needs: 'publish', path: guest, body: () => ({ name: 'Marie' }) },
  sendGuestLink: { needs: 'publish', path: guest, also: ['rate_limited'] },
  revokeGuest: { needs: 'publish', path: guest, spends: true },
  deleteGuest: { needs: 'publish', path: guest, spends: true },

  // Team comments. Every member writes; only the author and admins change them.
  listTeamComments: { needs: 'read', path: ({ postId }) => [postId] },
  createTeamComment: {
    needs: 'read',
    path: ({ postId }) => [postId],
    body: () => ({ text: 'Please check the price.' }),
  },
  getTeamComment: { needs: 'read', path: teamComment },
  updateTeamComment: {
    needs: 'read',
    path: teamComment,
    body: () => ({ text: 'B' }),
    also: ['team_comment_forbidden'],
  },
  deleteTeamComment: { needs: 'read', path: teamComment, spends: true, also: ['team_comment_forbidden'] },
  resolveTeamThread: { needs: 'read', path: teamComment },
  reopenTeamThread: { needs: 'read', path: teamComment },

  // The inbox.
  listInboxAccounts: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  updateInboxAccount: { needs: 'manage', path: (world) => [world.accountId], body: () => ({ isOn: false }) },
  refreshInboxAccount: { needs: 'read', path: (world) => [world.accountId] },
  listConversations: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  getInboxCounts: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  getConversation: { needs: 'read', path: conversation },
  listInboxItems: { needs: 'read', path: conversation },
  listInboxReplies: { needs: 'read', path: conversation },
  createInboxReply: {
    needs: 'publish',
    path: conversation,
    body: ({ inboxItemId }) => ({ itemId: inboxItemId, lastItemId: inboxItemId, text: 'Ten', confirm: true }),
  },
  updateInboxReply: {
    needs: 'write',
    path: inboxReply,
    body: () => ({ text: 'Eleven' }),
    also: ['reply_not_waiting'],
  },
  approveInboxReply: {
    needs: 'approve',
    path: inboxReply,
    body: ({ inboxItemId }) => ({ contentHash: '0'.repeat(64), lastItemId: inboxItemId }),
    also: ['reply_not_waiting'],
  },
  rejectInboxReply: {
    needs: 'approve',
    path: inboxReply,
    body: () => ({ reason: 'Too short.' }),
    also: ['reply_not_waiting'],
  },
  getInboxItem: { needs: 'read', path: inboxItem },
  updateInboxItem: { needs: 'publish', path: inboxItem, body: () => ({ liked: true }) },
  removeInboxItem: { needs: 'manage', path: inboxItem, also: ['act_not_available'] },
  listInboxNotes: { needs: 'read', path: conversation },
  createInboxNote: { needs: 'write', path: conversation, body: () => ({ text: 'Who knows?' }) },
  deleteInboxNote: { needs: 'write', path: inboxNote, spends: true, also: ['conversation_note_forbidden'] },
  getInboxReply: { needs: 'read', path: inboxReply },
  cancelInboxReply: { needs: 'publish', path: inboxReply, also: ['reply_begun'] },
  retryInboxReply: { needs: 'publish', path: inboxReply, also: ['reply_not_failed'] },
  resolveInboxReply: {
    needs: 'publish',
    path: inboxReply,
    body: () => ({ resolve: 'published' }),
    also: ['reply_not_unknown'],
  },
  getInboxNumbers: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  listInboxRules: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  createInboxRule: {
    needs: 'manage',
    body: (world) => ({ profileId: world.profile.id, name: 'A', conditions: {}, actions: { state: 'done' } }),
  },
  rehearseInboxRule: {
    needs: 'manage',
    body: (world) => ({ profileId: world.profile.id, conditions: {}, actions: { state: 'done' } }),
  },
  getInboxRule: { needs: 'read', path: inboxRule },
  updateInboxRule: { needs: 'manage', path: inboxRule, body: () => ({ name: 'B' }) },
  deleteInboxRule: { needs: 'manage', path: inboxRule, spends: true },
  eraseInboxSender: { needs: 'manage', path: sender },
  updateConversation: { needs: 'write', path: conversation, body: () => ({ state: 'done' }) },

  // Cards of links.
  getLinkCard: { needs: 'nothing', query: () => ({ url: 'http://127.0.0.1/' }) },
  getLinkCardImage: { needs: 'nothing', query: () => ({ token: 'unknown' }) },

  // Stock photos.
  getStockThumbnail: { needs: 'nothing', query: () => ({ token: 'unknown' }) },
  listStockProviders: { needs: 'nothing' },
  searchStock: { needs: 'nothing', query: () => ({ provider: 'unsplash', q: 'a' }), also: ['stock_not_set_up'] },
  takeStockPhoto: {
    needs: 'write',
    body: (world) => ({ provider: 'unsplash', id: 'a', profileId: world.profile.id }),
    also: ['stock_not_set_up'],
  },

  // The book of mentions.
  findMentions: { needs: 'write', query: (world) => ({ accountId: world.accountId, q: 'a' }) },
  listMentionBook: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  createMentionEntry: {
    needs: 'write',
    body: (world) => ({ profileId: world.profile.id, name: 'New', handles: { x: 'new' } }),
  },
  getMentionEntry: { needs: 'read', path: (world) => [world.mentionId] },
  updateMentionEntry: { needs: 'write', path: (world) => [world.mentionId], body: () => ({ handles: { x: 'b' } }) },
  deleteMentionEntry: { needs: 'write', path: (world) => [world.mentionId], spends: true },

  // Holiday calendars.
  listCalendarSources: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  createCalendarSource: {
    needs: 'publish',
    body: (world) => ({ profileId: world.profile.id, url: 'https://calendars.example.com/new.ics' }),
  },
  deleteCalendarSource: { needs: 'publish', path: (world) => [world.calendarSourceId], spends: true },
  listCalendarHolidays: {
    needs: 'read',
    query: (world) => ({ profileId: world.profile.id, from: '2026-12-01', to: '2026-12-31' }),
  },

  // Ideas.
  listIdeas: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  createIdea: { needs: 'write', body: (world) => ({ profileId: world.profile.id, title: 'New' }) },
  getIdea: { needs: 'read', path: (world) => [world.ideaId] },
  updateIdea: { needs: 'write', path: (world) => [world.ideaId], body: () => ({ text: 'B' }) },
  moveIdea: { needs: 'write', path: (world) => [world.ideaId], body: (world) => ({ stageId: world.stageId }) },
  restoreIdea: { needs: 'write', path: (world) => [world.ideaId] },
  listIdeaPosts: { needs: 'read', path: (world) => [world.ideaId] },
  createPostFromIdea: { needs: 'write', path: (world) => [world.ideaId] },
  deleteIdea: { needs: 'write', path: (world) => [world.ideaId], spends: true },
  listIdeaStages: { needs: 'read', query: (world) => ({ profileId: world.profile.id }) },
  createIdeaStage: {
    needs: 'publish',
    body: (world) => ({ profileId: world.profile.id, name: `stage ${world.ideaId.slice(-6)}` }),
  },
  getIdeaStage: { needs: 'read', path: (world) => [world.stageId] },
  updateIdeaStage: { needs: 'publish', path: (world) => [world.stageId], body: () => ({ name: 'B' }) },
  deleteIdeaStage: { needs: 'publish', path: (world) => [world.stageId], spends: true },

  // Labels.
  listLabelUses: { needs: 'read', path: () => [], query: (world) => ({ profileId: world.profile.id }) },
  listLabels: { needs: 'read', path: () => [], query: (world) => ({ profileId: world.profile.id }) },
  createLabel: { needs: 'write', path: () => [], body: (world) => ({ profileId: world.profile.id, name: 'New' }) },
  getLabel: { needs: 'read', path: (world) => [world.labelId] },
  updateLabel: { needs: 'publish', path: (world) => [world.labelId], body: () => ({ color: 'teal' }) },
  mergeLabel: {
    needs: 'publish',
    path: (world) => [world.otherLabelId],
    body: (world) => ({ intoId: world.labelId }),
    spends: true,
  },
  deleteLabel: { needs: 'publish', path: (world) => [world.labelId], spends: true },
}
