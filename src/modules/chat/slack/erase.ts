import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import type { SlackDeps } from './deps.ts'
import { sealForJob } from './install/end-token.ts'
import { openToken } from './install/open-token.ts'
import { endToken } from './jobs.ts'
import { deleteWorkspace, lockWorkspacesInstalledBy } from './store/workspaces.ts'

/** Removes the app from the workspaces in which a deleted user installed it. Links to the user go with the user. */
export async function eraseSlack(deps: Pick<SlackDeps, 'seal' | 'queue'>, tx: Tx, uid: UserId): Promise<void> {
  for (const workspace of await lockWorkspacesInstalledBy(tx, uid)) {
    const { mode, id } = workspace
    await deps.queue.enqueue(tx, endToken, { mode, sealedToken: sealForJob(deps, openToken(deps, workspace)) })
    await deleteWorkspace(tx, id)
  }
}
