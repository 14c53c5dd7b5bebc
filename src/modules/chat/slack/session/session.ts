import type { SlackSettings } from '#infra/config/slack.ts'
import type { UserId } from '#kernel/ids.ts'
import { callerOfUser } from '#modules/identity/index.ts'
import { apiInside } from '#tasks/api.ts'
import type { Api } from '#tasks/task.ts'
import type { SlackDeps } from '../deps.ts'
import { findPerson, type PersonRow } from '../store/people.ts'
import type { WorkspaceRow } from '../store/workspaces.ts'
import type { SlackClient } from '../web-api/client.ts'

/** One thing that a person in Slack did, with what answers it. */
export interface Session {
  readonly deps: SlackDeps
  readonly slack: SlackSettings
  readonly workspace: WorkspaceRow
  readonly client: SlackClient
  readonly slackId: string
  /** Names what the person did. A repetition of it has one effect. */
  readonly key: string
  /** Null: the person is not linked to a user, or that user is gone or disabled. */
  readonly linked: Linked | null
}

interface Linked {
  readonly person: PersonRow
  /** The API as that user. It refuses what the user may not do. */
  readonly api: Api
}

/** A session of a person who is linked. */
export type LinkedSession = Session & { readonly linked: Linked }

export type Opened = Omit<Session, 'slackId' | 'linked'>

/** Finds out who a person is. */
export async function openSession(opened: Opened, slackId: string): Promise<Session> {
  const person = await findPerson(opened.deps.db, opened.workspace.id, slackId)
  const api = person && (await openApi(opened.deps, person.uid, opened.key))
  return { ...opened, slackId, linked: person && api ? { person, api } : null }
}

export const isLinked = (session: Session): session is LinkedSession => session.linked !== null

/** Opens the API as a user. The same key with the same wish creates nothing twice. */
async function openApi(deps: SlackDeps, uid: UserId, key: string): Promise<Api | null> {
  const requestId = `slack_${key.slice(-16)}`
  const caller = await callerOfUser(deps, uid, requestId)
  return caller && apiInside(deps.inside.fetchAs(caller), { idempotencyKey: key })
}

/** Says how to link a person. Somebody who is not linked learns nothing else. */
export const howToLink = ({ deps, workspace }: Pick<Session, 'deps' | 'workspace'>): string =>
  `Posthorn does not know you in ${workspace.teamName} yet. Sign in at ${deps.config.publicUrl}, create a code for Slack in the settings under “You”, and type \`/posthorn link CODE\` here.`
