import { inTx } from '#infra/db/client.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import type { Message } from '../../conversation/message.ts'
import { describeAlert, describePostEvent, describeReconnect } from '../../conversation/notices.ts'
import { describeNews } from '../../conversation/talks.ts'
import type { SlackDeps } from '../../deps.ts'
import { handleInbox, type SlackNotice, sendNotice } from '../jobs.ts'
import type { Received } from '../readings.ts'
import { bodyBinding, emptyInbox, findInbox } from '../store/inbox.ts'
import { findWorkspace, findWorkspaceById } from '../store/workspaces.ts'
import { handleCommand } from './on-command.ts'
import { handleEvent, handleShortcut } from './on-event.ts'
import { handlePress } from './on-press.ts'
import { handleSubmission } from './on-submission.ts'
import { inWorkspace, isLinked, type LinkedSession, type Opened, openSession, write } from './session.ts'

/**
 * Handles Slack's deliveries and clears them. API calls that create something use the row's key, so a repetition after
 * a crash creates nothing twice.
 */
export async function handleReceived(deps: SlackDeps, key: string): Promise<void> {
  const row = await findInbox(deps.db, key)
  const { slack } = deps.config
  if (!row?.sealedBody || slack?.mode !== row.mode) return
  const workspace = await findWorkspace(deps.db, row.mode, row.teamId)
  const received = JSON.parse(deps.seal.open(row.sealedBody, bodyBinding(key)).toString('utf8')) as Received
  let isDone = true
  if (workspace)
    await inWorkspace(
      deps,
      slack,
      { workspace, key },
      {
        run: (opened) => dispatch(opened, received),
        again: async (runAt) => {
          isDone = false
          await inTx(deps.db, (tx) => deps.queue.enqueue(tx, handleInbox, { key }, { runAt }))
        },
      },
    )
  if (isDone) await emptyInbox(deps.db, key)
}

async function dispatch(opened: Opened, received: Received): Promise<void> {
  switch (received.kind) {
    case 'event':
      return await handleEvent(opened, received.event)
    case 'command':
      return await handleCommand(await openSession(opened, received.command.user_id), received.command)
    case 'interaction': {
      const { interaction } = received
      const session = await openSession(opened, interaction.user.id)
      if (interaction.type === 'block_actions') return await handlePress(session, interaction)
      if (interaction.type === 'view_submission') return await handleSubmission(session, interaction)
      return await handleShortcut(session, interaction)
    }
    default:
      return received satisfies never
  }
}

/** Notifies one person of an event. Reads the post as that person, who may have lost access in the meantime. */
export async function notify(deps: SlackDeps, notice: SlackNotice): Promise<void> {
  const workspace = await findWorkspaceById(deps.db, notice.workspaceId)
  const { slack } = deps.config
  if (!workspace || slack?.mode !== workspace.mode) return
  await inWorkspace(
    deps,
    slack,
    { workspace, key: notice.eventId },
    {
      run: async (opened) => {
        const session = await openSession(opened, notice.slackId)
        const message = isLinked(session) ? await describe(session, notice) : null
        if (message) await write(session, message)
      },
      again: (runAt) => inTx(deps.db, (tx) => deps.queue.enqueue(tx, sendNotice, notice, { runAt })),
    },
  )
}

async function describe({ actor, deps }: LinkedSession, notice: SlackNotice): Promise<Message | null> {
  const { type, postId, account, alert, inbox } = notice
  if (inbox) return await describeNews(actor, inbox)
  if (alert) return describeAlert(alert, type === 'alert.closed')
  if (account) return describeReconnect(account, deps.config.publicUrl)
  return postId === null ? null : await describePostEvent(actor, type, toWire('post', postId as PostId))
}
