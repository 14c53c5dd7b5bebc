import { listAccounts } from './accounts/list-accounts.ts'
import { findBestTimes } from './analytics/find-best-times.ts'
import { getAnalytics } from './analytics/get-analytics.ts'
import { listConversations, readConversation, setConversation } from './inbox/conversations.ts'
import { setItem } from './inbox/items.ts'
import { cancelReply, sendReply } from './inbox/replies.ts'
import { addNote, getInboxNumbers } from './inbox/team.ts'
import { importMedia } from './media/import-media.ts'
import { addStockMedia, findStockMedia } from './media/stock.ts'
import { autoSchedulePosts } from './planning/auto-schedule-posts.ts'
import { addIdea, listIdeas } from './planning/ideas.ts'
import { listPostingTimes, pausePostingTimes, queuePost } from './planning/posting-times.ts'
import { cancelRecurringRule, createRecurringRule, listRecurringRules } from './planning/recurring-rules.ts'
import { approvePost, rejectPost } from './posts/approvals.ts'
import { cancelPost } from './posts/cancel-post.ts'
import { createDraft } from './posts/create-draft.ts'
import { deletePost } from './posts/delete-post.ts'
import { editPost } from './posts/edit-post.ts'
import { editPosts, undoEditPosts } from './posts/edit-posts.ts'
import { getStatus } from './posts/get-status.ts'
import { listPosts } from './posts/list-posts.ts'
import { listQueue } from './posts/list-queue.ts'
import { publishPost } from './posts/publish-post.ts'
import { resolveTarget } from './posts/resolve-target.ts'
import { retryPost } from './posts/retry-post.ts'
import { schedulePost } from './posts/schedule-post.ts'
import { searchPosts } from './posts/search-posts.ts'
import { addTeamComment, listTeamComments, resolveTeamThread } from './posts/team-comments.ts'
import { validatePost } from './posts/validate-post.ts'
import { listProfiles } from './profiles/list-profiles.ts'
import { sharePost } from './sharing/share-post.ts'
import type { Task } from './task.ts'
import { writeCaptions } from './writing/write-captions.ts'

/** All tasks, in the order in which they are listed. A task added here is available in every interface. */
export const catalogue: readonly Task[] = [
  listProfiles,
  listAccounts,
  validatePost,
  createDraft,
  editPost,
  schedulePost,
  publishPost,
  getStatus,
  listQueue,
  listPosts,
  searchPosts,
  cancelPost,
  retryPost,
  resolveTarget,
  deletePost,
  approvePost,
  rejectPost,
  listTeamComments,
  addTeamComment,
  resolveTeamThread,
  listConversations,
  readConversation,
  sendReply,
  cancelReply,
  setConversation,
  setItem,
  addNote,
  getInboxNumbers,
  importMedia,
  findStockMedia,
  addStockMedia,
  writeCaptions,
  autoSchedulePosts,
  listPostingTimes,
  pausePostingTimes,
  queuePost,
  editPosts,
  undoEditPosts,
  addIdea,
  listIdeas,
  createRecurringRule,
  listRecurringRules,
  cancelRecurringRule,
  getAnalytics,
  findBestTimes,
  sharePost,
]
