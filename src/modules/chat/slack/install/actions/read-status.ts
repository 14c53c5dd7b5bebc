import type { Caller } from '#kernel/caller.ts'
import type { SlackDeps } from '../../deps.ts'
import { findWorkspaceOf } from '../../store/workspaces.ts'

/** Returns the workspace to which the caller is linked. */
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
