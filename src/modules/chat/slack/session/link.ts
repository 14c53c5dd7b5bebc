import { inTx } from '#infra/db/client.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { slackCodes } from '../install/link-codes.ts'
import { deletePerson, putPerson } from '../store/people.ts'
import { howToLink, type LinkedSession, type Session } from './session.ts'

/** Links a person by the code that their user created. */
export async function linkPerson(session: Session, code: string): Promise<string> {
  if (code === '') return howToLink(session)
  const { deps, workspace, slackId, key } = session
  const at = deps.clock.now()
  const isKnown = await inTx(deps.db, async (tx) => {
    const found = await slackCodes.lock(tx, code)
    if (!found) return false
    await found.spend()
    await putPerson(tx, { workspaceId: workspace.id, slackId, uid: found.uid, linkedAt: at })
    await writeAudit(tx, {
      at,
      caller: { kind: 'user', uid: found.uid, keyId: null, requestId: `slack_${key.slice(-16)}` },
      ownerUid: found.uid,
      action: 'chat.linked',
      subject: toWire('usr', found.uid),
      changes: { slack: { from: null, to: workspace.teamName } },
    })
    return true
  })
  return isKnown
    ? 'You are linked. Type `/posthorn help` to see what you can do.'
    : 'This code is unknown, used or expired. Create another one in Posthorn: each works once, for ten minutes.'
}

export async function unlinkPerson({ deps, workspace, slackId }: LinkedSession): Promise<string> {
  await deletePerson(deps.db, workspace.id, slackId)
  return 'Posthorn no longer knows you in this workspace.'
}
