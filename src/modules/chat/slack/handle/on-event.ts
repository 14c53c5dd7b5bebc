import { z } from 'zod'
import { minutes } from '#kernel/clock.ts'
import { writeDraft } from '../../conversation/posts.ts'
import { decline, explain, refusals } from '../../conversation/refusals.ts'
import { type SentFile, takeFiles } from '../../conversation/take-files.ts'
import { isAllowed, isEnd, isFinal } from '../client.ts'
import { file as fileShape, type SlackEvent, type SlackFile, type SlackInteraction } from '../readings.ts'
import { readText, shortcuts } from '../show/action-names.ts'
import { drawNotice } from '../show/views.ts'
import { deleteWorkspace, openToken } from '../store/workspaces.ts'
import {
  howToLink,
  isLinked,
  type LinkedSession,
  type Opened,
  openModal,
  openSession,
  prepareComposer,
  type Session,
  showHome,
  write,
} from './session.ts'

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

/** Creates a draft from a person's message to the app. Changes, deletions and the app's messages are ignored. */
async function handleMessage(opened: Opened, event: MessageEvent): Promise<void> {
  const { user, subtype, bot_id: bot, hidden, channel_type: channel, text, files: sent = [] } = event
  const isPlain = subtype === undefined || subtype === 'file_share'
  if (!user || bot || hidden || !isPlain || channel !== 'im' || user === opened.workspace.botUserId) return
  const session = await openSession(opened, user)
  if (!isLinked(session)) return await write(session, { text: howToLink(session) })
  const { actor } = session
  try {
    const place = await actor.findPlace()
    const named = await Promise.all(sent.map((file) => readFile(session, file)))
    const { files, problems } = await takeFiles(actor.api, place.profile.id, named)
    const content = readText(text).trim()
    if (content !== '' || files.length > 0) await write(session, await writeDraft(actor, place, { content, files }))
    else if (problems.length === 0) decline(refusals.nothingToPost)
    if (problems.length > 0) await write(session, { text: problems.join('\n') })
  } catch (error) {
    await write(session, { text: explain(error) })
  }
}

/** Larger files are not fetched from Slack, since they pass through memory. */
const maxBytes = 50 * 1024 * 1024
const info = z.object({ file: fileShape })

/** Reads a file that another organization shares: its event has only the ID. Unchanged if Slack refuses that. */
async function readFile(session: LinkedSession, file: SlackFile): Promise<SentFile> {
  const isNamed = file.file_access !== 'check_file_info'
  const known = isNamed ? file : await readInfo(session, file)
  const type = known.mimetype ?? 'application/octet-stream'
  return { name: known.name ?? 'file', type, download: () => download(session, known) }
}

async function readInfo({ client }: LinkedSession, file: SlackFile): Promise<SlackFile> {
  try {
    return info.safeParse(await client.read('files.info', { file: file.id })).data?.file ?? file
  } catch (error) {
    if (isFinal(error)) return file
    throw error
  }
}

/** Downloads a file with the workspace's token, which is sent only to Slack. Throws a refusal if that fails. */
async function download({ deps, slack, workspace }: LinkedSession, file: SlackFile): Promise<Buffer> {
  const { url_private_download: url, size, mode } = file
  if (!url || mode === 'hidden_by_limit' || mode === 'tombstone') return decline('This file is no longer on Slack.')
  if ((size ?? 0) > maxBytes) return decline('This file is over 50 MB. Upload it in Posthorn.')
  if (!isAllowed(slack, url)) return decline('This file isn’t stored on Slack. Add its link in the composer.')
  const response = await deps.outbound.request({
    url,
    headers: { authorization: `Bearer ${openToken(deps, workspace)}` },
    timeoutMs: minutes(2),
    maxBytes,
  })
  // Without the permission, Slack responds with its sign-in page.
  const isPage = response.headers['content-type']?.startsWith('text/html') ?? false
  if (response.status !== 200 || isPage)
    return decline('Slack won’t share this file. Reinstall the app to let it read files.')
  return response.body
}

/**
 * Deletes a workspace whose token is invalid. Removal events arrive late and in any order, also after a new
 * installation, so the token is tested.
 */
async function leaveIfGone({ deps, client, workspace }: Opened): Promise<void> {
  try {
    await client.call('auth.test', {})
  } catch (error) {
    if (!isEnd(error)) throw error
    await deleteWorkspace(deps.db, workspace.id, workspace.installedAt)
  }
}

type Shortcut = Extract<SlackInteraction, { readonly type: 'shortcut' | 'message_action' }>

/** Opens the composer: empty, or with the text of the message. */
export async function handleShortcut(session: Session, shortcut: Shortcut): Promise<void> {
  if (!Object.values<string>(shortcuts).includes(shortcut.callback_id)) return
  const text = shortcut.type === 'message_action' ? readText(shortcut.message.text) : ''
  const view = isLinked(session)
    ? await prepareComposer(session, { text }).catch((error: unknown) => drawNotice('Posthorn', explain(error)))
    : drawNotice('Posthorn', howToLink(session))
  await openModal(session, shortcut.trigger_id, view)
}
