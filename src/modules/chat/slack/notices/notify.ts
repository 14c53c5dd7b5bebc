import { inTx } from '#infra/db/client.ts'
import { after } from '#kernel/clock.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { escapeTags } from '#kernel/text/escape-html.ts'
import { headOfAlert, titleOfNetwork } from '../../words.ts'
import type { SlackDeps } from '../deps.ts'
import { openToken } from '../install/open-token.ts'
import { sendNotice } from '../jobs.ts'
import { readPost } from '../posts/read-post.ts'
import { findPlace } from '../session/profile.ts'
import { isLinked, type LinkedSession, openSession } from '../session/session.ts'
import { explain, write } from '../session/tell.ts'
import { buttons } from '../show/action-names.ts'
import { actions, button, type SlackMessage, section } from '../show/blocks.ts'
import { contentBlocks, drawPost, summarize } from '../show/post-card.ts'
import { deleteWorkspace, findWorkspaceById, type WorkspaceRow } from '../store/workspaces.ts'
import { createSlackClient } from '../web-api/client.ts'
import { isEnd, isFinal, SlackBusy } from '../web-api/failures.ts'
import type { Notice } from './notice.ts'

/** Tells one person of an event. Reads the post as that person, who may have lost access meanwhile. */
export async function notify(deps: SlackDeps, notice: Notice): Promise<void> {
  const workspace = await findWorkspaceById(deps.db, notice.workspaceId)
  const { slack } = deps.config
  if (!workspace || slack?.mode !== workspace.mode) return
  const client = createSlackClient(deps, slack, openToken(deps, workspace))
  const session = await openSession({ deps, slack, workspace, client, key: notice.eventId }, notice.slackId)
  if (!isLinked(session)) return
  try {
    const message = await draw(session, notice)
    if (message) await write(session, message)
  } catch (error) {
    await handleFailure(deps, notice, workspace, error)
  }
}

async function handleFailure(
  deps: SlackDeps,
  notice: Notice,
  { id, installedAt }: WorkspaceRow,
  error: unknown,
): Promise<void> {
  if (error instanceof SlackBusy) {
    const runAt = after(deps.clock.now(), error.waitMs)
    return await inTx(deps.db, (tx) => deps.queue.enqueue(tx, sendNotice, notice, { runAt }))
  }
  // The token that ended is that of the installation which was read; there may be a newer one.
  if (isEnd(error)) return void (await deleteWorkspace(deps.db, id, installedAt))
  // Somebody who cannot be written to, such as a person who left the workspace, is no reason to try again.
  if (isFinal(error)) {
    deps.log.warn({ event: 'slack.notice_refused', code: error.code }, 'Slack refused a notice')
    return
  }
  throw error
}

const leads: Readonly<
  Record<Exclude<Notice['type'], 'account.needs_reconnect' | 'alert.raised' | 'alert.closed'>, string>
> = {
  'post.published': 'Published',
  'post.partial': 'Published in part',
  'post.failed': 'This post failed',
  'post.needs_attention': 'Check whether this post was published; Posthorn could not determine it',
  'post.approval_requested': 'This post waits for your approval',
}

async function draw(session: LinkedSession, notice: Notice): Promise<SlackMessage | null> {
  const { type, postId, account } = notice
  if (type === 'alert.raised' || type === 'alert.closed') return drawAlert(notice)
  if (account || type === 'account.needs_reconnect') return drawReconnect(session, account)
  if (postId === null) return null
  try {
    const wire = toWire('post', postId as PostId)
    const post = await readPost(session.linked.api, wire)
    const { timezone } = await findPlace(session, post.profileId)
    if (type !== 'post.approval_requested') return drawPost(post, timezone, leads[type])
    return await drawApproval(session, post, timezone)
  } catch (error) {
    // Refused: the post is gone, or the person may not see it any more. Other errors are thrown.
    explain(error)
    return null
  }
}

function drawAlert({ type, alert }: Notice): SlackMessage | null {
  if (!alert) return null
  const head = headOfAlert(alert.severity, type === 'alert.closed')
  const message = escapeTags(alert.message)
  return { text: `${head}: ${message}`, blocks: [section(`*${head}*\n${message}`)] }
}

function drawReconnect({ deps }: LinkedSession, account: Notice['account']): SlackMessage | null {
  if (!account) return null
  const text = escapeTags(
    `${account.handle} on ${titleOfNetwork(account.network)} needs to be connected again. ${account.reason}`,
  )
  const { publicUrl } = deps.config
  const open = button('Open Posthorn', buttons.link, 'reconnect', { url: publicUrl })
  return { text, blocks: [section(text), actions(open)] }
}

/** Draws a post that waits for approval. The buttons name the content that the person sees. */
async function drawApproval(
  { linked }: LinkedSession,
  post: Awaited<ReturnType<typeof readPost>>,
  timezone: string,
): Promise<SlackMessage | null> {
  const { contentHash, status } = await linked.api.getPostApprovals({ id: post.id })
  if (contentHash === null || status !== 'requested') return null
  const lead = leads['post.approval_requested']
  const answer = actions(
    button('Approve', buttons.approve, `${post.id}/${contentHash}`, { style: 'primary' }),
    button('Reject', buttons.reject, post.id, { style: 'danger' }),
  )
  return { text: summarize(lead, post), blocks: [...contentBlocks(post, timezone, lead), answer] }
}
