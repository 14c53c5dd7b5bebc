import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { SlackPersonTable } from '#infra/db/tables.ts'
import type { ProfileId, UserId } from '#kernel/ids.ts'

type PersonRow = Selectable<SlackPersonTable>

/** Links a person to a user, replacing an earlier link and its chosen profile. */
export async function putPerson(tx: Tx, row: Omit<PersonRow, 'profileId' | 'tellsInbox'>): Promise<void> {
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

export async function setTellsInbox(db: Db, { workspaceId, slackId }: PersonRow, tellsInbox: boolean): Promise<void> {
  await db
    .updateTable('slackPerson')
    .set({ tellsInbox })
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

/** Lists the people in Slack who follow the inbox of a profile that they can see. */
export async function listInboxReaders(
  tx: Tx,
  profileId: ProfileId,
): Promise<readonly Pick<PersonRow, 'workspaceId' | 'slackId'>[]> {
  const { rows } = await sql<Pick<PersonRow, 'workspaceId' | 'slackId'>>`
    select s.workspace_id, s.slack_id from profile p
    cross join lateral (select p.owner_uid union select m.uid from profile_member m where m.profile_id = p.id) as reader(uid)
    join slack_person s on s.uid = reader.uid and s.tells_inbox
    where p.id = ${profileId}`.execute(tx)
  return rows
}

/** True if anyone in Slack follows an inbox. */
export async function doesAnyoneFollow(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from slack_person where tells_inbox limit 1`.execute(tx)
  return rows.length > 0
}
