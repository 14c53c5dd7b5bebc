import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { requireWholeCaller } from '../../../link-codes/require-whole-caller.ts'
import { requireSlack, type SlackDeps } from '../../deps.ts'
import { endToken } from '../../jobs.ts'
import { deletePeopleOf } from '../../store/people.ts'
import { deleteWorkspace, lockWorkspaceOf } from '../../store/workspaces.ts'
import { sealForJob } from '../end-token.ts'
import { openToken } from '../open-token.ts'

/**
 * Unlinks the caller. If the caller installed the app, it is removed from the workspace, for everybody there: its token
 * is revoked by a job, so that Slack being away keeps nobody from leaving.
 */
export async function disconnect(deps: SlackDeps, caller: Caller): Promise<void> {
  requireWholeCaller(caller)
  const { mode } = requireSlack(deps)
  await inTx(deps.db, async (tx) => {
    const workspace = await lockWorkspaceOf(tx, mode, caller.uid)
    if (!workspace) refuse('chat_not_connected')
    if (workspace.installerUid === caller.uid) {
      await deps.queue.enqueue(tx, endToken, { mode, sealedToken: sealForJob(deps, openToken(deps, workspace)) })
      await deleteWorkspace(tx, workspace.id)
    } else {
      await deletePeopleOf(tx, workspace.id, caller.uid)
    }
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: caller.uid,
      action: 'chat.disconnected',
      subject: toWire('usr', caller.uid),
      changes: { slack: { from: workspace.teamName, to: null } },
    })
  })
}
