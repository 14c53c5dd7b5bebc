import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { SlackPersonTable } from '#infra/db/tables.ts'
import type { ProfileId, UserId } from '#kernel/ids.ts'

type PersonRow = Selectable<SlackPersonTable>

/** Links a person to a user, replacing an earlier link and its chosen profile. */
export async function putPerson(tx: Tx, row: Omit<PersonRow, 'profileId'>): Promise<void> {
  await tx
    .insertInto('slackPerson')
    .values({ ...row, profileId: null })
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'slackId']).doUpdateSet({
        uid: row.uid,
        linkedAt: row.linkedAt,
        profileId: sql`case when slack_person.uid = ${row.uid} then slack_person.profile_id end`,
      }),
    )
    .execute()
}

export const findPerson = (db: Db, workspaceId: string, slackId: string): Promise<PersonRow | undefined> =>
  db
    .selectFrom('slackPerson')
    .selectAll()
    .where('slackPerson.workspaceId', '=', workspaceId)
    .where('slackPerson.slackId', '=', slackId)
    .executeTakeFirst()

export async function chooseProfile(db: Db, { workspaceId, slackId }: PersonRow, profileId: ProfileId): Promise<void> {
  await db
    .updateTable('slackPerson')
    .set({ profileId })
    .where('slackPerson.workspaceId', '=', workspaceId)
    .where('slackPerson.slackId', '=', slackId)
    .execute()
}

export async function deletePerson(db: Db, workspaceId: string, slackId: string): Promise<void> {
  await db
    .deleteFrom('slackPerson')
    .where('slackPerson.workspaceId', '=', workspaceId)
    .where('slackPerson.slackId', '=', slackId)
    .execute()
}

/** Unlinks everyone in a workspace who is linked to a user. */
export async function deletePeopleOf(db: Db, workspaceId: string, uid: UserId): Promise<void> {
  await db
    .deleteFrom('slackPerson')
    .where('slackPerson.workspaceId', '=', workspaceId)
    .where('slackPerson.uid', '=', uid)
    .execute()
}

/**
 * Lists the people in Slack who are linked to these users. Runs in the transactions of events, so it is one cheap
 * query.
 */
export async function listReachable(
  tx: Tx,
  uids: readonly UserId[],
): Promise<readonly Pick<PersonRow, 'uid' | 'workspaceId' | 'slackId'>[]> {
  const { rows } = await prepared('slack-reachable')<Pick<PersonRow, 'uid' | 'workspaceId' | 'slackId'>>`
    select uid, workspace_id, slack_id from slack_person where uid = any(${uids}::uuid[])`.execute(tx)
  return rows
}
