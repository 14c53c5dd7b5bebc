import { inTx, type Tx } from '#infra/db/client.ts'
import type { SealedJobField } from '#infra/queue/index.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { requireSlack, type SlackDeps, slackCodes } from '../../deps.ts'
import { requireWholeCaller } from '../../link-codes.ts'
import { createSlackClient, isEnd } from '../client.ts'
import { type EndToken, endToken } from '../jobs.ts'
import { deletePeopleOf } from '../store/people.ts'
import {
  deleteWorkspace,
  findWorkspaceOf,
  lockWorkspaceOf,
  lockWorkspacesInstalledBy,
  openToken,
} from '../store/workspaces.ts'

/** Creates a code that links a person in Slack to the caller. */
export async function createCode(deps: SlackDeps, caller: Caller) {
  requireSlack(deps)
  const { code, expiresAt } = await slackCodes.issue(deps, caller)
  return { code, command: `/posthorn link ${code}`, expiresAtMs: expiresAt.getTime() }
}

/** Returns the workspace that the caller is linked to. */
export async function readStatus({ db, config }: SlackDeps, { uid }: Caller) {
  const found = config.slack ? await findWorkspaceOf(db, config.slack.mode, uid) : undefined
  if (!found) return { connected: false }
  return {
    connected: true,
    teamId: found.teamId,
    teamName: found.teamName,
    botUserId: found.botUserId,
    installedAtMs: found.installedAt.getTime(),
    installerProfile: { uid: found.installerUid, name: found.installerName },
  }
}

/**
 * Unlinks the caller. If the caller installed the app, it is removed from the workspace for everyone. A job revokes its
 * token, so unlinking works even if Slack is unavailable.
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

const binding = 'slack.end-token'

const sealForJob = ({ seal }: Pick<SlackDeps, 'seal'>, token: string): string =>
  seal.seal(token, binding).toString('base64')

/** The token in the job, which a rotation of SECRET_KEY reseals. */
export const sealedEndToken: SealedJobField = { job: binding, field: 'sealedToken', boundTo: () => binding }

/** Revokes the token of a deleted workspace. A token that is already invalid counts as revoked. */
export async function endTokenAtSlack(deps: SlackDeps, { mode, sealedToken }: EndToken): Promise<void> {
  const { slack } = deps.config
  if (slack?.mode !== mode) return
  const token = deps.seal.open(Buffer.from(sealedToken, 'base64'), binding).toString('utf8')
  try {
    await createSlackClient(deps, slack, token).call('auth.revoke', {})
  } catch (error) {
    if (!isEnd(error)) throw error
  }
}

/**
 * Removes the app from the workspaces in which a deleted user installed it. Links to the user are deleted with them.
 */
export async function eraseSlack(deps: Pick<SlackDeps, 'seal' | 'queue'>, tx: Tx, uid: UserId): Promise<void> {
  for (const workspace of await lockWorkspacesInstalledBy(tx, uid)) {
    const { mode, id } = workspace
    await deps.queue.enqueue(tx, endToken, { mode, sealedToken: sealForJob(deps, openToken(deps, workspace)) })
    await deleteWorkspace(tx, id)
  }
}
