import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { SlackWorkspaceTable } from '#infra/db/tables.ts'
import type { UserId } from '#kernel/ids.ts'
import type { SlackDeps } from '../../deps.ts'

export type WorkspaceRow = Selectable<SlackWorkspaceTable>
type Mode = WorkspaceRow['mode']

/** The token in a workspace's row is sealed for that row only. */
export const tokenBinding = (id = ''): string => `slack_workspace:${id}`

/** Stores a workspace, or replaces the token and the installer of a known one. */
export const putWorkspace = (tx: Tx, row: WorkspaceRow): Promise<WorkspaceRow> =>
  tx
    .insertInto('slackWorkspace')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['mode', 'teamId']).doUpdateSet({
        teamName: row.teamName,
        botUserId: row.botUserId,
        installerUid: row.installerUid,
        sealedToken: row.sealedToken,
        scopes: row.scopes,
        installedAt: row.installedAt,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** Returns the ID of a stored workspace, and locks it against a second installation. */
export const findWorkspaceId = (tx: Tx, mode: Mode, teamId: string): Promise<{ readonly id: string } | undefined> =>
  tx
    .selectFrom('slackWorkspace')
    .select('slackWorkspace.id')
    .where('slackWorkspace.mode', '=', mode)
    .where('slackWorkspace.teamId', '=', teamId)
    .forUpdate()
    .executeTakeFirst()

export const findWorkspace = (db: Db, mode: Mode, teamId: string): Promise<WorkspaceRow | undefined> =>
  db
    .selectFrom('slackWorkspace')
    .selectAll()
    .where('slackWorkspace.mode', '=', mode)
    .where('slackWorkspace.teamId', '=', teamId)
    .executeTakeFirst()

export const findWorkspaceById = (db: Db, id: string): Promise<WorkspaceRow | undefined> =>
  db.selectFrom('slackWorkspace').selectAll().where('slackWorkspace.id', '=', id).executeTakeFirst()

/** A workspace that a user is linked to, with the person who installed the app there. */
type LinkedWorkspace = WorkspaceRow & { readonly installerName: string }

const selectWorkspaceOf = (db: Db, mode: Mode, uid: UserId) =>
  db
    .selectFrom('slackPerson as person')
    .innerJoin('slackWorkspace as workspace', 'workspace.id', 'person.workspaceId')
    .selectAll('workspace')
    .where('person.uid', '=', uid)
    .where('workspace.mode', '=', mode)
    .orderBy('person.linkedAt', 'desc')
    .limit(1)

/** Returns the workspace that a user was last linked to. */
export const findWorkspaceOf = (db: Db, mode: Mode, uid: UserId): Promise<LinkedWorkspace | undefined> =>
  selectWorkspaceOf(db, mode, uid)
    .innerJoin('appUser as installer', 'installer.id', 'workspace.installerUid')
    .select('installer.name as installerName')
    .executeTakeFirst()

/** Does the same, and locks the workspace against another installation. */
export const lockWorkspaceOf = (tx: Tx, mode: Mode, uid: UserId): Promise<WorkspaceRow | undefined> =>
  selectWorkspaceOf(tx, mode, uid).forUpdate('workspace').executeTakeFirst()

export const lockWorkspacesInstalledBy = (tx: Tx, uid: UserId): Promise<WorkspaceRow[]> =>
  tx.selectFrom('slackWorkspace').selectAll().where('slackWorkspace.installerUid', '=', uid).forUpdate().execute()

/** Deletes a workspace with all links of people there. An installation after `before` stays. */
export async function deleteWorkspace(db: Db, id: string, before?: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('slackWorkspace')
    .where('slackWorkspace.id', '=', id)
    .$if(before !== undefined, (q) => q.where(sql<boolean>`installed_at <= ${before}`))
    .executeTakeFirst()
  return numDeletedRows > 0
}

export const openToken = ({ seal }: Pick<SlackDeps, 'seal'>, { id, sealedToken }: WorkspaceRow): string =>
  seal.open(sealedToken, tokenBinding(id)).toString('utf8')
