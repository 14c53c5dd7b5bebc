import { keepFile, shownFile } from '../chat/files.ts'
import { addMessage, escapeText, shown } from '../chat/messages.ts'
import { appId, type Platform } from '../state/platform.ts'
import type { ChatFile, Message, Person, View } from '../state/records.ts'
import { shownView } from '../views/views.ts'
import { type AppAnswer, sendEvent, sendForm } from './deliver.ts'

/** Acts of a person in the chat, and what the app receives for each. */

export interface ChatInput {
  readonly text: string
  readonly files?: readonly Pick<ChatFile, 'name' | 'mimetype' | 'bytes'>[]
}

/** Writes to the app in the person's direct messages. */
export async function say(platform: Platform, person: Person, { text, files = [] }: ChatInput) {
  const { workspace, dmId: channel } = person
  const kept = files.map((file) => keepFile(platform, person, file))
  const message = addMessage(platform, { channel, workspace, author: person, text, blocks: [], files: kept })
  const event = {
    type: 'message',
    ...(kept.length > 0 && { subtype: 'file_share', files: kept.map((file) => shownFile(platform, file)) }),
    channel,
    channel_type: 'im',
    user: person.id,
    text: escapeText(text),
    ts: message.ts,
    event_ts: message.ts,
    client_msg_id: platform.secret(),
    team: workspace.id,
  }
  return { ...(await sendEvent(platform, workspace, event)), event, ts: message.ts }
}

/** Types a slash command in a channel. */
export async function typeCommand(platform: Platform, person: Person, typed: string): Promise<AppAnswer> {
  const [command = '', ...words] = typed.trim().split(' ')
  const { workspace, dmId } = person
  const answer = await sendForm(platform, platform.rules.commandsPath, {
    token: 'verification-token',
    team_id: workspace.id,
    team_domain: workspace.domain,
    channel_id: dmId,
    channel_name: 'directmessage',
    user_id: person.id,
    user_name: person.name,
    command,
    text: words.join(' '),
    api_app_id: appId,
    is_enterprise_install: 'false',
    response_url: newResponseUrl(platform, person, dmId, null),
    trigger_id: newTrigger(platform, person),
  })
  showReply(platform, person, answer)
  return answer
}

/** Shows a message from the response to a command. */
function showReply(platform: Platform, person: Person, { status, contentType, body }: AppAnswer): void {
  if (status !== 200 || body === '') return
  const reply = contentType?.includes('json') ? JSON.parse(body) : { text: body }
  const { text = '', blocks = [] } = reply
  const { workspace, dmId: channel } = person
  if (text !== '' || blocks.length > 0) addMessage(platform, { channel, workspace, onlyFor: person, text, blocks })
}

/** Opens the home tab of the app. */
export const openHome = (platform: Platform, person: Person) =>
  sendEvent(platform, person.workspace, {
    type: 'app_home_opened',
    user: person.id,
    channel: person.dmId,
    tab: 'home',
    event_ts: platform.nextTs(),
    ...(person.home && { view: shownView(person.home) }),
  })

/** Sends an interaction payload, with the fields that all of them share. */
export function interact(platform: Platform, person: Person, payload: object): Promise<AppAnswer> {
  const { workspace } = person
  const complete = {
    token: 'verification-token',
    api_app_id: appId,
    team: { id: workspace.id, domain: workspace.domain },
    user: { id: person.id, username: person.name, name: person.name, team_id: workspace.id },
    enterprise: null,
    is_enterprise_install: false,
    trigger_id: newTrigger(platform, person),
    ...payload,
  }
  return sendForm(platform, platform.rules.interactionsPath, { payload: JSON.stringify(complete) })
}

/** Uses a shortcut: the global one, or that of a message. */
export function useShortcut(platform: Platform, person: Person, message: Message | null): Promise<AppAnswer> {
  const { globalShortcut, messageShortcut } = platform.rules
  const action_ts = platform.nextTs()
  if (!message) return interact(platform, person, { type: 'shortcut', callback_id: globalShortcut, action_ts })
  const { channel, ts } = message
  return interact(platform, person, {
    type: 'message_action',
    callback_id: messageShortcut,
    action_ts,
    message_ts: ts,
    channel: { id: channel, name: 'directmessage' },
    message: shown(message),
    response_url: newResponseUrl(platform, person, channel, null),
  })
}

function newTrigger(platform: Platform, person: Person): string {
  const id = `${platform.nextTs()}.${platform.secret().slice(0, 16)}`
  const untilMs = platform.world.clock.ms() + platform.rules.triggerMs
  platform.triggers.set(id, { person, untilMs, isUsed: false })
  return id
}

export function newResponseUrl(platform: Platform, person: Person, channel: string, messageTs: string | null): string {
  const token = platform.secret()
  const { responseUrlMs, responseUrlUses: left } = platform.rules
  platform.responseUrls.set(token, {
    person,
    channel,
    messageTs,
    untilMs: platform.world.clock.ms() + responseUrlMs,
    left,
  })
  return `${platform.base()}/hooks/actions/${token}`
}

/** Returns the person's current view: the topmost modal, or else the home tab. */
export const viewOf = (person: Person): View | null => person.modals.at(-1) ?? person.home
