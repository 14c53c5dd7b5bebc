import type { SlackEvent } from '../inbound/readings.ts'
import { fetchFiles } from '../posts/files.ts'
import { showHome } from '../posts/show-home.ts'
import { writeDraft } from '../posts/write-draft.ts'
import { findPlace } from '../session/profile.ts'
import { howToLink, isLinked, type Opened, openSession } from '../session/session.ts'
import { explain, write } from '../session/tell.ts'
import { say } from '../show/blocks.ts'
import { readText } from '../show/text.ts'
import { deleteWorkspace } from '../store/workspaces.ts'
import { isEnd } from '../web-api/failures.ts'

type MessageEvent = Extract<SlackEvent, { readonly type: 'message' }>

export async function handleEvent(opened: Opened, event: SlackEvent): Promise<void> {
  switch (event.type) {
    case 'message':
      return await handleMessage(opened, event)
    case 'app_home_opened':
      if (event.tab !== 'messages') await showHome(await openSession(opened, event.user))
      return
    case 'app_uninstalled':
    case 'tokens_revoked':
      return await leaveIfGone(opened)
    default:
      return event satisfies never
  }
}

/** Makes a draft of what a person writes to the app. Changes, deletions and the app's own messages are ignored. */
async function handleMessage(opened: Opened, event: MessageEvent): Promise<void> {
  const { user, subtype, bot_id: bot, hidden, channel_type: place, text, files = [] } = event
  const isPlain = subtype === undefined || subtype === 'file_share'
  if (!user || bot || hidden || !isPlain || place !== 'im' || user === opened.workspace.botUserId) return
  const session = await openSession(opened, user)
  if (!isLinked(session)) return await write(session, say(howToLink(session)))
  try {
    const place = await findPlace(session)
    const { media, problems } = await fetchFiles(session, place.profile.id, files)
    if (text.trim() === '' && media.length === 0) return await write(session, say(problems.join('\n')))
    const draft = await writeDraft(session, place, { text: readText(text).trim(), media })
    await write(session, draft)
    if (problems.length > 0) await write(session, say(problems.join('\n')))
  } catch (error) {
    await write(session, say(explain(error)))
  }
}

/**
 * Forgets a workspace whose token is dead. The events of a removal come in any order and late, also after the app was
 * installed again, so the token itself is asked.
 */
async function leaveIfGone({ deps, client, workspace }: Opened): Promise<void> {
  try {
    await client.call('auth.test', {})
  } catch (error) {
    if (!isEnd(error)) throw error
    await deleteWorkspace(deps.db, workspace.id, workspace.installedAt)
  }
}
