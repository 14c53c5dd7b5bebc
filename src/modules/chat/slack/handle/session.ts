import type { SlackSettings } from '#infra/config/chats.ts'
import { after } from '#kernel/clock.ts'
import { type Actor, openActor } from '../../conversation/actor.ts'
import { chooseAccounts } from '../../conversation/card.ts'
import { showDrafts, showQueue } from '../../conversation/commands.ts'
import type { Face, Message } from '../../conversation/message.ts'
import { readAccounts } from '../../conversation/posts.ts'
import { explain } from '../../conversation/refusals.ts'
import type { SlackDeps } from '../../deps.ts'
import { createSlackClient, isEnd, isFinal, SlackBusy, type SlackClient, SlackRefusal } from '../client.ts'
import { render } from '../show/render.ts'
import { drawComposer, drawHome, drawHomeOfStranger } from '../show/views.ts'
import { chooseProfile, findPerson, setTellsInbox } from '../store/people.ts'
import { deleteWorkspace, openToken, type WorkspaceRow } from '../store/workspaces.ts'

export const face: Face = {
  network: 'Slack',
  hasForms: true,
  prefix: '/posthorn ',
  run: '/posthorn run',
  confirmsRun: false,
}

/** The context of one delivery from a workspace. */
export interface Opened {
  readonly deps: SlackDeps
  readonly slack: SlackSettings
  readonly workspace: WorkspaceRow
  readonly client: SlackClient
  /** Identifies the delivery. A repetition has no further effect. */
  readonly key: string
}

/** A person in Slack. */
export interface Session extends Opened {
  readonly slackId: string
  /** Null if the person is not linked to a user, or that user no longer exists or is disabled. */
  readonly actor: Actor | null
}

export type LinkedSession = Session & { readonly actor: Actor }

export const isLinked = (session: Session): session is LinkedSession => session.actor !== null

/** Identifies the request of a person in the log and the audit log. */
export const nameRequest = (key: string): string => `slack_${key.slice(-16)}`

export async function openSession(opened: Opened, slackId: string): Promise<Session> {
  const { deps, workspace, key } = opened
  const person = await findPerson(deps.db, workspace.id, slackId)
  if (!person) return { ...opened, slackId, actor: null }
  const { uid, profileId: chosen } = person
  const choose = (profileId: Parameters<Actor['choose']>[0]) => chooseProfile(deps.db, person, profileId)
  const tellInbox = (isOn: boolean) => setTellsInbox(deps.db, person, isOn)
  const actor = await openActor(deps, { uid, chosen, requestId: nameRequest(key), key, face, choose, tellInbox })
  return { ...opened, slackId, actor }
}

/**
 * Runs an action in a workspace. If Slack asks to wait, `again` is called with the time. A refused call is not retried:
 * its response URL has expired, or the person has left.
 */
export async function inWorkspace(
  deps: SlackDeps,
  slack: SlackSettings,
  { workspace, key }: Pick<Opened, 'workspace' | 'key'>,
  { run, again }: { run(opened: Opened): Promise<void>; again(at: Date): Promise<void> },
): Promise<void> {
  try {
    const client = createSlackClient(deps, slack, openToken(deps, workspace))
    await run({ deps, slack, workspace, client, key })
  } catch (error) {
    if (error instanceof SlackBusy) return await again(after(deps.clock.now(), error.waitMs))
    // The invalid token is from the installation that was read; there may be a newer one.
    if (isEnd(error)) return void (await deleteWorkspace(deps.db, workspace.id, workspace.installedAt))
    if (!isFinal(error)) throw error
    deps.log.warn({ event: 'slack.answer_refused', err: error }, 'Slack refused a response')
  }
}

/** Explains how to link a person. A person who is not linked learns nothing else. */
export const howToLink = ({ deps, workspace }: Pick<Session, 'deps' | 'workspace'>): string =>
  `Link your account to use Posthorn in ${workspace.teamName}: sign in at ${deps.config.publicUrl}, create a Slack ` +
  'code under Settings › Your account, then type `/posthorn link CODE` here.'

/** Writes to a person in their direct messages with the app. */
export const write = async ({ client, slackId }: Pick<Session, 'client' | 'slackId'>, message: Message) =>
  void (await client.call('chat.postMessage', {
    channel: slackId,
    unfurl_links: false,
    unfurl_media: false,
    ...render(message),
  }))

/**
 * Opens a modal. Slack allows it within three seconds of the person's action. After that, the person is told to try
 * again.
 */
export async function openModal(session: Session, triggerId: string | undefined, view: object): Promise<void> {
  try {
    await session.client.call('views.open', { trigger_id: triggerId ?? '', view })
  } catch (error) {
    const isLate = error instanceof SlackRefusal && /trigger/.test(error.code)
    if (!isLate) throw error
    await write(session, { text: 'Posthorn took too long to respond. Try again.' })
  }
}

/** Shows the current home tab. */
export async function showHome(session: Session): Promise<void> {
  await session.client.call('views.publish', { user_id: session.slackId, view: await drawCurrentHome(session) })
}

async function drawCurrentHome(session: Session) {
  if (!isLinked(session)) return drawHomeOfStranger(howToLink(session))
  const { actor } = session
  try {
    const { profile, timezone } = await actor.findPlace()
    return drawHome(profile.name, timezone, [await showQueue(actor), await showDrafts(actor)])
  } catch (error) {
    return drawHomeOfStranger(explain(error))
  }
}

interface Begun {
  readonly text?: string
  readonly profileId?: string
  readonly postId?: string
  readonly chosen?: readonly string[]
}

/** Draws the composer of a profile. A new post begins with the default account of each network. */
export async function prepareComposer({ actor }: LinkedSession, { text = '', postId, ...begun }: Begun = {}) {
  const { profiles, profile, timezone } = await actor.findPlace(begun.profileId)
  const accounts = await readAccounts(actor.api, profile.id)
  return drawComposer({
    profiles: profiles.filter(({ role }) => role !== 'viewer' && role !== 'approver'),
    profileId: profile.id,
    timezone,
    accounts,
    text,
    chosen: begun.chosen ?? chooseAccounts(accounts),
    postId: postId ?? null,
  })
}
