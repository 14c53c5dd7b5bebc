export { noticeApproval, remindOfApprovals } from './approvals.ts'
export { noticeHandlers, sweepNotices, watchNotices } from './jobs.ts'
export {
  endApprovalNotices,
  noticeAccount,
  noticeComment,
  noticeHeldPosts,
  noticePosts,
  solveAccount,
  solveApproval,
} from './listeners.ts'
export { lookAtNotices } from './look-at-notices.ts'
export { buildOffUrl } from './mailing/turn-off.ts'
export { noticeRoutes } from './routes.ts'
export { insertNotices } from './store/insert.ts'
export { forgetTeamComment } from './store/team-comments.ts'
export { noticeTeamComment, solveTeamThread } from './team-comments.ts'
