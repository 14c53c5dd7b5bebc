import type { Row } from './row.ts'

/** The routes of posting times, saved views, mentions and labels. */
export const planned: Readonly<Record<string, Row>> = {
  // Posting times.
  listSlotPlans: { needs: 'viewer', query: (world) => ({ profileId: world.profile.id }) },
  createSlotPlan: {
    needs: 'editor',
    body: (world) => ({ profileId: world.profile.id, name: 'A', slots: [{ weekday: 1, time: '09:00' }] }),
  },
  getSlotPlan: { needs: 'viewer', path: (world) => [world.slotPlanId] },
  updateSlotPlan: { needs: 'editor', path: (world) => [world.slotPlanId], body: () => ({ name: 'B' }) },
  deleteSlotPlan: { needs: 'editor', path: (world) => [world.slotPlanId], spends: true },
  previewSlotPlan: {
    needs: 'viewer',
    path: (world) => [world.slotPlanId],
    body: () => ({ slots: [{ weekday: 2, time: '09:00' }] }),
  },
  listSlots: {
    needs: 'viewer',
    path: (world) => [world.slotPlanId],
    query: () => ({ from: '2026-12-01T00:00:00Z', to: '2026-12-08T00:00:00Z' }),
  },
  addToSlotPlan: {
    needs: 'editor',
    path: (world) => [world.slotPlanId],
    body: (world) => ({ postIds: [world.postId] }),
    spends: true,
  },
  moveInSlotPlan: {
    needs: 'editor',
    path: (world) => [world.slotPlanId],
    body: (world) => ({ postId: world.postId }),
    also: ['validation_failed'],
  },
  arrangeSlotPlan: {
    needs: 'editor',
    path: (world) => [world.slotPlanId],
    body: (world) => ({ postIds: [world.postId] }),
    also: ['validation_failed'],
  },
  shuffleSlotPlan: { needs: 'editor', path: (world) => [world.slotPlanId] },

  // Saved views. A person keeps their own with the role viewer; this one is shared.
  listViews: { needs: 'viewer', query: (world) => ({ profileId: world.profile.id }) },
  createView: {
    needs: 'editor',
    body: (world) => ({ profileId: world.profile.id, page: 'posts', name: 'New', filters: {}, shared: true }),
  },
  getView: { needs: 'viewer', path: (world) => [world.viewId] },
  updateView: { needs: 'editor', path: (world) => [world.viewId], body: () => ({ filters: { q: 'B' } }) },
  deleteView: { needs: 'editor', path: (world) => [world.viewId], spends: true },

  // Calendar notes.
  listCalendarNotes: { needs: 'viewer', query: (world) => ({ profileId: world.profile.id }) },
  createCalendarNote: {
    needs: 'editor',
    body: (world) => ({ profileId: world.profile.id, text: 'New', fromDate: '2026-12-01' }),
  },
  getCalendarNote: { needs: 'viewer', path: (world) => [world.noteId] },
  updateCalendarNote: { needs: 'editor', path: (world) => [world.noteId], body: () => ({ text: 'B' }) },
  deleteCalendarNote: { needs: 'editor', path: (world) => [world.noteId], spends: true },

  // Stock photos.
  getStockThumbnail: { needs: 'nothing', query: () => ({ token: 'unknown' }) },
  listStockProviders: { needs: 'nothing' },
  searchStock: { needs: 'nothing', query: () => ({ provider: 'unsplash', q: 'a' }), also: ['stock_not_set_up'] },
  takeStockPhoto: {
    needs: 'editor',
    body: (world) => ({ provider: 'unsplash', id: 'a', profileId: world.profile.id }),
    also: ['stock_not_set_up'],
  },

  // The book of mentions.
  findMentions: { needs: 'editor', query: (world) => ({ accountId: world.accountId, q: 'a' }) },
  listMentionBook: { needs: 'viewer', query: (world) => ({ profileId: world.profile.id }) },
  createMentionEntry: {
    needs: 'editor',
    body: (world) => ({ profileId: world.profile.id, name: 'New', handles: { x: 'new' } }),
  },
  getMentionEntry: { needs: 'viewer', path: (world) => [world.mentionId] },
  updateMentionEntry: { needs: 'editor', path: (world) => [world.mentionId], body: () => ({ handles: { x: 'b' } }) },
  deleteMentionEntry: { needs: 'editor', path: (world) => [world.mentionId], spends: true },

  // Holiday calendars.
  listCalendarSources: { needs: 'viewer', query: (world) => ({ profileId: world.profile.id }) },
  createCalendarSource: {
    needs: 'editor',
    body: (world) => ({ profileId: world.profile.id, url: 'https://calendars.example.com/new.ics' }),
  },
  deleteCalendarSource: { needs: 'editor', path: (world) => [world.calendarSourceId], spends: true },
  listCalendarHolidays: {
    needs: 'viewer',
    query: (world) => ({ profileId: world.profile.id, from: '2026-12-01', to: '2026-12-31' }),
  },

  // Ideas.
  listIdeas: { needs: 'viewer', query: (world) => ({ profileId: world.profile.id }) },
  createIdea: { needs: 'editor', body: (world) => ({ profileId: world.profile.id, title: 'New' }) },
  getIdea: { needs: 'viewer', path: (world) => [world.ideaId] },
  updateIdea: { needs: 'editor', path: (world) => [world.ideaId], body: () => ({ text: 'B' }) },
  moveIdea: { needs: 'editor', path: (world) => [world.ideaId], body: (world) => ({ stageId: world.stageId }) },
  restoreIdea: { needs: 'editor', path: (world) => [world.ideaId] },
  listIdeaPosts: { needs: 'viewer', path: (world) => [world.ideaId] },
  createPostFromIdea: { needs: 'editor', path: (world) => [world.ideaId] },
  deleteIdea: { needs: 'editor', path: (world) => [world.ideaId], spends: true },
  listIdeaStages: { needs: 'viewer', query: (world) => ({ profileId: world.profile.id }) },
  createIdeaStage: {
    needs: 'editor',
    body: (world) => ({ profileId: world.profile.id, name: `stage ${world.ideaId.slice(-6)}` }),
  },
  getIdeaStage: { needs: 'viewer', path: (world) => [world.stageId] },
  updateIdeaStage: { needs: 'editor', path: (world) => [world.stageId], body: () => ({ name: 'B' }) },
  deleteIdeaStage: { needs: 'editor', path: (world) => [world.stageId], spends: true },

  // Labels.
  listLabelUses: { needs: 'viewer', path: () => [], query: (world) => ({ profileId: world.profile.id }) },
  listLabels: { needs: 'viewer', path: () => [], query: (world) => ({ profileId: world.profile.id }) },
  createLabel: { needs: 'editor', path: () => [], body: (world) => ({ profileId: world.profile.id, name: 'New' }) },
  getLabel: { needs: 'viewer', path: (world) => [world.labelId] },
  updateLabel: { needs: 'editor', path: (world) => [world.labelId], body: () => ({ color: 'teal' }) },
  mergeLabel: {
    needs: 'editor',
    path: (world) => [world.otherLabelId],
    body: (world) => ({ intoId: world.labelId }),
    spends: true,
  },
  deleteLabel: { needs: 'editor', path: (world) => [world.labelId], spends: true },
}
