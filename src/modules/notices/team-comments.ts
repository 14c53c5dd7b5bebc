import type { Tx } from '#infra/db/client.ts'
import type { EventOf } from '#kernel/events.ts'
import { storable } from '#kernel/text/storable.ts'
import type { NoticeDeps } from './deps.ts'
import { insertNotices } from './store/insert.ts'
import { changeNotes, findName, listPeopleOfThread, solveOfThread } from './store/team-comments.ts'

const maxNoteChars = 500

/**
 * Tells the people whom a comment mentions, and those who are part of the conversation: the author of the post, who
 * wrote in the thread, and who was mentioned there. No one is notified of a comment that they wrote, or twice of one.
 */
export async function noticeTeamComment(
  { clock }: Pick<NoticeDeps, 'clock'>,
  tx: Tx,
  event: EventOf<'post.team_commented' | 'post.team_comment_changed'>,
): Promise<void> {
  const { type, postId, profileId, byUid, teamComment } = event
  const words = storable(teamComment.text, maxNoteChars)
  if (type === 'post.team_comment_changed') await changeNotes(tx, teamComment.id, words)
  const mentioned = teamComment.mentions.filter((uid) => uid !== byUid)
  const others =
    type === 'post.team_commented'
      ? (await listPeopleOfThread(tx, { postId, threadId: teamComment.threadId })).filter(
          (uid) => uid !== byUid && !mentioned.includes(uid),
        )
      : []
  const notice = {
    profileId,
    postId,
    accountId: null,
    byName: await findName(tx, byUid),
    note: words,
    teamCommentId: teamComment.id,
    // One cause for both kinds: a later mention in the same comment does not notify a person again.
    causeKey: `team_comment:${teamComment.id}`,
    isMailed: false,
  }
  await insertNotices(tx, clock.now(), [
    ...mentioned.map((uid) => ({ ...notice, uid, kind: 'team_mentioned' as const })),
    ...others.map((uid) => ({ ...notice, uid, kind: 'team_commented' as const })),
  ])
}

/** A resolved thread needs no one’s attention. */
export const solveTeamThread = (tx: Tx, { threadId }: EventOf<'post.team_thread_resolved'>): Promise<void> =>
  solveOfThread(tx, threadId)
