import { inTx } from '#infra/db/client.ts'
import { after } from '#kernel/clock.ts'
import type { SlackDeps } from '../deps.ts'
import type { Received } from '../inbound/readings.ts'
import { openToken } from '../install/open-token.ts'
import { handleInbox } from '../jobs.ts'
import { type Opened, openSession, type Session } from '../session/session.ts'
import { bodyBinding, emptyInbox, findInbox } from '../store/inbox.ts'
import { deleteWorkspace, findWorkspace } from '../store/workspaces.ts'
import { createSlackClient } from '../web-api/client.ts'
import { isEnd, isFinal, SlackBusy } from '../web-api/failures.ts'
import { handleCommand } from './on-command.ts'
import { handleEvent } from './on-event.ts'
import { handlePress } from './on-press.ts'
import { handleShortcut } from './on-shortcut.ts'
import { handleSubmission } from './on-submission.ts'

/**
 * Handles what Slack has sent, and forgets it. What creates something goes to the API under the key of the row, so that
 * a repetition after a crash creates nothing twice.
 */
export async function handleReceived(deps: SlackDeps, key: string): Promise<void> {
  const row = await findInbox(deps.db, key)
  const { slack } = deps.config
  if (!row?.sealedBody || slack?.mode !== row.mode) return
  const workspace = await findWorkspace(deps.db, row.mode, row.teamId)
  if (workspace) {
    const received = JSON.parse(deps.seal.open(row.sealedBody, bodyBinding(key)).toString('utf8')) as Received
    const client = createSlackClient(deps, slack, openToken(deps, workspace))
    try {
      await dispatch({ deps, slack, workspace, client, key }, received)
    } catch (error) {
      if (error instanceof SlackBusy) return await putOff(deps, key, error.waitMs)
      if (isEnd(error)) await deleteWorkspace(deps.db, workspace.id, workspace.installedAt)
      else if (!isFinal(error)) throw error
      // A second try would end the same way: the address for answers is old, or the person has left.
      else deps.log.warn({ event: 'slack.answer_refused', err: error }, 'Slack refused an answer')
    }
  }
  await emptyInbox(deps.db, key)
}

/** Waits as long as Slack asks. */
const putOff = ({ db, clock, queue }: SlackDeps, key: string, waitMs: number): Promise<void> =>
  inTx(db, (tx) => queue.enqueue(tx, handleInbox, { key }, { runAt: after(clock.now(), waitMs) }))

async function dispatch(opened: Opened, received: Received): Promise<void> {
  const as = (slackId: string): Promise<Session> => openSession(opened, slackId)
  switch (received.kind) {
    case 'event':
      return await handleEvent(opened, received.event)
    case 'command':
      return await handleCommand(await as(received.command.user_id), received.command)
    case 'interaction': {
      const { interaction } = received
      const session = await as(interaction.user.id)
      if (interaction.type === 'block_actions') return await handlePress(session, interaction)
      if (interaction.type === 'view_submission') return await handleSubmission(session, interaction)
      return await handleShortcut(session, interaction)
    }
    default:
      return received satisfies never
  }
}
