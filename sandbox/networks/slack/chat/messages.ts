import { type Answer, type Incoming, Refused } from '../../../core/http/request.ts'
import { route } from '../../../core/http/route.ts'
import { isTree } from '../../../core/kit/tree.ts'
import type { Route } from '../../../core/network.ts'
import type { Platform } from '../state/platform.ts'
import type { Block, ChatFile, Message, Person, Workspace } from '../state/records.ts'
import { fail, ok } from '../wire/answers.ts'
import type { ApiCall, Method } from '../wire/api.ts'
import { checkBlocks } from '../wire/blocks.ts'

const maxText = 40_000

/** Methods that write messages as the app. */
export const messageMethods: readonly Method[] = [
  { name: 'chat.postMessage', scope: 'chat:write', writes: true, sends: true, run: postMessage },
  { name: 'chat.postEphemeral', scope: 'chat:write', writes: true, sends: true, run: postEphemeral },
  { name: 'chat.update', scope: 'chat:write', writes: true, run: updateMessage },
  { name: 'chat.delete', scope: 'chat:write', writes: true, run: deleteMessage },
]

function postMessage(call: ApiCall): object {
  const channel = channelOf(call, call.text('channel'))
  const message = addMessage(call.platform, { channel, workspace: call.workspace, ...contentOf(call.args) })
  return { channel, ts: message.ts, message: shown(message) }
}

function postEphemeral(call: ApiCall): object {
  const channel = channelOf(call, call.text('channel'))
  const onlyFor = personOf(call, call.text('user'), 'user_not_in_channel')
  const content = contentOf(call.args)
  return { message_ts: addMessage(call.platform, { channel, workspace: call.workspace, onlyFor, ...content }).ts }
}

function updateMessage(call: ApiCall): object {
  const message = ownMessage(call, 'cant_update_message')
  edit(call.platform, message, contentOf(call.args))
  return { channel: message.channel, ts: message.ts, text: message.text, message: shown(message) }
}

function deleteMessage(call: ApiCall): object {
  const message = ownMessage(call, 'cant_delete_message')
  remove(call.platform, message)
  return { channel: message.channel, ts: message.ts }
}

function ownMessage({ platform, workspace, text }: ApiCall, refusal: string): Message {
  const [channel, ts] = [text('channel'), text('ts')]
  const found = platform.messages.find((one) => one.ts === ts && one.channel === channel)
  if (!found || found.deleted || found.workspace !== workspace || found.onlyFor) return fail('message_not_found')
  return found.author === null ? found : fail(refusal)
}

/** Returns the channel that a call names: by its ID, or by the person to whom the app writes. */
export function channelOf({ platform, workspace }: ApiCall, name: string): string {
  if (name === workspace.channelId) return name
  const person = platform.personById(name)
  if (person?.workspace !== workspace) return fail('channel_not_found')
  return platform.rules.messagesTab ? person.dmId : fail('messages_tab_disabled')
}

export function personOf({ platform, workspace }: ApiCall, id: string, refusal = 'user_not_found'): Person {
  const person = platform.personById(id)
  return person?.id === id && person.workspace === workspace ? person : fail(refusal)
}

interface Content {
  readonly text: string
  readonly blocks: readonly Block[]
}

function contentOf(args: Readonly<Record<string, unknown>>): Content {
  const text = typeof args.text === 'string' ? args.text : ''
  const blocks = checkBlocks(args.blocks, 'message')
  if (text === '' && blocks.length === 0) fail('no_text')
  return { text: text.slice(0, maxText), blocks }
}

interface NewMessage extends Content {
  readonly channel: string
  readonly workspace: Workspace
  readonly author?: Person
  readonly onlyFor?: Person
  readonly files?: readonly ChatFile[]
}

/** Adds a message to its channel. The app's messages are also in the ledger, under the person that they address. */
export function addMessage(platform: Platform, { author, onlyFor, files = [], ...message }: NewMessage): Message {
  const added: Message = {
    ...message,
    ts: platform.nextTs(),
    author: author ?? null,
    onlyFor: onlyFor ?? null,
    files,
    editedTs: null,
    deleted: false,
  }
  platform.messages.push(added)
  if (added.author === null) record(platform, added, 'post')
  return added
}

function edit(platform: Platform, message: Message, { text, blocks }: Content): void {
  Object.assign(message, { text, blocks, editedTs: platform.nextTs() })
  record(platform, message, 'edit')
}

function remove(platform: Platform, message: Message): void {
  message.deleted = true
  record(platform, message, 'delete')
}

/** Returns the person that a message of the app addresses; in a channel that is the person who installed it. */
export const addresseeOf = (platform: Platform, { channel, onlyFor, workspace }: Message): Person | null =>
  onlyFor ?? platform.personById(channel) ?? workspace.installedBy

function record(platform: Platform, message: Message, kind: 'post' | 'edit' | 'delete'): void {
  const account = addresseeOf(platform, message)?.name ?? 'alice'
  const { ts: id, text } = message
  platform.world.ledger.add({ id, network: 'slack', account, kind, text, media: [], key: null, replyTo: null })
}

/** A message as calls and deliveries show it. */
export const shown = ({ ts, text, blocks, author, workspace, files, editedTs }: Message): object => ({
  type: 'message',
  ts,
  text: author ? escapeText(text) : text,
  ...(blocks.length > 0 && { blocks }),
  ...(author ? { user: author.id } : { user: workspace.botId, bot_id: workspace.botId.replace('U', 'B') }),
  ...(files.length > 0 && { files: files.map(({ id, name, mimetype }) => ({ id, name, mimetype })) }),
  ...(editedTs !== null && { edited: { user: author?.id ?? workspace.botId, ts: editedTs } }),
})

/** Writes a person's text as Slack sends it: with three characters escaped, and links in angle brackets. */
export const escapeText = (text: string): string =>
  text
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)
    .replace(/https?:\/\/[^\s<>]+/g, (url) => `<${url}>`)

/** The URLs for responses to a person's action, without a token. */
export const responseRoutes = (platform: Platform): readonly Route[] => [
  route('POST', '/hooks/actions/:token', 'response_url', { accepts: ['json'], writes: true }, (incoming) =>
    answerByUrl(platform, incoming),
  ),
]

function answerByUrl(platform: Platform, { params, body }: Incoming): Answer {
  const url = platform.responseUrls.get(params.token ?? '')
  const gone = (status: number, error: string) => new Refused({ status, body: { ok: false, error } })
  if (!url || url.untilMs <= platform.world.clock.ms()) throw gone(404, 'expired_url')
  if (url.left <= 0) throw gone(404, 'used_url')
  const args = body.kind === 'json' && isTree(body.value) ? body.value : {}
  const { person, channel } = url
  const before = platform.messages.find(({ ts }) => ts === url.messageTs)
  url.left -= 1
  if (args.delete_original === true) {
    if (before) remove(platform, before)
    return ok({})
  }
  const content = contentOf(args)
  if (args.replace_original === true && before) edit(platform, before, content)
  else {
    const onlyFor = args.response_type === 'in_channel' ? {} : { onlyFor: person }
    addMessage(platform, { channel, workspace: person.workspace, ...onlyFor, ...content })
  }
  return ok({})
}
