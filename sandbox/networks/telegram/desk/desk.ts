import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Incoming } from '../../../core/http/request.ts'
import { route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { escaped } from '../../../core/pages/frame/html.ts'
import { chatWindow } from '../../../core/pages/layouts/chat-window.ts'
import { displayNameOf, firstAccounts } from '../../../core/people/accounts.ts'
import type { NewFile } from '../chat/files.ts'
import { findButton, press, say, setBot } from '../chat/person-acts.ts'
import { bot, messagesIn, type Platform } from '../state/platform.ts'
import type { Chat, ChatFile, Message, Person } from '../state/records.ts'
import { fail } from '../wire/answers.ts'

/** The maximum time that the desk waits for the bot's response. */
const patienceMs = 2_000
const pollMs = 50
const maxBytes = 25 * 1024 * 1024

/** The page on which a person writes to the bot, sends it files and presses its buttons. */
export function deskRoutes(platform: Platform): readonly Route[] {
  const path = '/desk/:person/:chat'
  return [
    route('GET', path, 'desk', { forPeople: true }, (incoming) => deskPage(platform, placeIn(platform, incoming))),
    route('POST', path, 'desk', { forPeople: true, accepts: ['form', 'multipart'], maxBytes }, (incoming) =>
      act(platform, incoming),
    ),
  ]
}

function placeIn(platform: Platform, { params }: Incoming): Place {
  const person = platform.person(params.person ?? '') ?? fail(404, 'Not Found')
  return { person, chat: params.chat === 'group' ? platform.group() : platform.chatOf(person) }
}

async function act(platform: Platform, incoming: Incoming): Promise<Answer> {
  const place = placeIn(platform, incoming)
  const { origin, host } = incoming.headers
  // Another site's page must not submit these forms (CSRF).
  if (origin !== undefined && URL.parse(origin)?.host !== host) fail(403, 'Forbidden')
  const before = summarize(platform, place.chat)
  await perform(platform, place, incoming)
  const untilMs = Date.now() + patienceMs
  while (summarize(platform, place.chat) === before && Date.now() < untilMs) await pause(pollMs)
  return { status: 303, headers: { location: `/telegram${incoming.path}` } }
}

/** Summarizes the bot's messages. It changes when the bot responds. */
const summarize = (platform: Platform, chat: Chat): string =>
  messagesIn(platform, chat)
    .filter(({ from }) => from === null)
    .map(({ id, editedAtMs, deleted }) => `${id}${editedAtMs}${deleted}`)
    .join()

async function perform(platform: Platform, { person, chat }: Place, { body }: Incoming): Promise<void> {
  const fields = body.kind === 'form' || body.kind === 'multipart' ? body.fields : []
  const field = (name: string) => fields.find(([key]) => key === name)?.[1] ?? ''
  const pressed = field('press')
  if (pressed !== '') {
    const found = findButton(platform, chat, pressed)
    if (found) await press(platform, person, found.message, found.button)
  } else if (field('do') === 'bot') {
    await setBot(platform, person, chat, chat.bot === 'member' ? 'kicked' : 'member')
  } else {
    const sent = body.kind === 'multipart' ? body.files.filter(({ size }) => size > 0) : []
    const text = field('text').trim()
    if (text !== '' || sent.length > 0) await say(platform, person, chat, { text, files: sent.map(fileOf) })
  }
}

const fileOf = ({ filename, mime, bytes }: { filename: string; mime: string; bytes: Buffer }): NewFile => ({
  kind: /^image\/(?:jpeg|png|webp)$/.test(mime) ? 'photo' : mime.startsWith('video/') ? 'video' : 'document',
  name: filename,
  mime,
  bytes,
})

const maxShown = 40

interface Place {
  readonly person: Person
  readonly chat: Chat
}

/** A person's chat with the bot, or the group as this person sees it. */
function deskPage(platform: Platform, { person, chat }: Place): Answer {
  const where = chat.person ? 'bot' : 'group'
  const tab = (name: string, at: string, label: string) => ({
    href: `/telegram/desk/${name}/${at}`,
    name: label,
    isHere: name === person.name && at === where,
  })
  const shown = messagesIn(platform, chat).filter(({ deleted }) => !deleted)
  const log = shown.slice(-maxShown).map((message) => article(message, message.from === person))
  const isIn = chat.bot === 'member'
  const toggle = chat.person ? (isIn ? 'Block the bot' : 'Let the bot write') : isIn ? 'Remove the bot' : 'Add the bot'
  return chatWindow({
    network: 'Telegram',
    title: `${displayNameOf(person.name)}: ${chat.title ?? `@${bot.username}`}`,
    people: firstAccounts.flatMap((name) => [tab(name, 'bot', name), tab(name, 'group', `${name} in the group`)]),
    log: log.join('') || none,
    write: `${write}<div class="bar"><form method="post"><input type="hidden" name="do" value="bot"><button>${toggle}</button></form></div>`,
  })
}

const none = '<p class="quiet">No messages yet. Send <code>/start</code>, or <code>/link CODE</code>.</p>'
const write =
  '<form method="post" enctype="multipart/form-data" class="write"><div><input name="text" aria-label="Message" placeholder="Message" autofocus autocomplete="off"><button class="primary">Send</button></div><div class="files"><label class="button">Attach files<input type="file" name="file" multiple class="sr"></label><output class="quiet"></output></div></form>'

function article({ id, from, text, file, editedAtMs, keyboard }: Message, isOwn: boolean): string {
  const who = from ? displayNameOf(from.name) : bot.firstName
  const shown = file ? shownFile(file) : ''
  const keys = keyboard.map((row) => `<div>${row.map(key).join('')}</div>`).join('')
  const buttons = keys === '' ? '' : `<form method="post" class="keys">${keys}</form>`
  const edited = editedAtMs === null ? '' : '<span class="quiet"> · edited</span>'
  return `<article class="${isOwn ? 'own' : ''}" data-key="message-${id}"><header><strong>${escaped(who)}</strong>${edited}</header>${shown}<p>${escaped(text)}</p>${buttons}</article>`
}

/** Shows a photo, from the URL from which the bot gets it, or the name of any other file. */
function shownFile({ id, kind, name }: ChatFile): string {
  if (kind !== 'photo') return `<p class="quiet">${escaped(`${kind}: ${name}`)}</p>`
  return `<img src="/telegram/file/bot${bot.token}/photos/${escaped(id)}" alt="${escaped(name)}">`
}

function key({ text, callback_data: data, url }: { text: string; callback_data?: string; url?: string }): string {
  if (data === undefined) return `<a class="button" href="${escaped(url ?? '')}" rel="noreferrer">${escaped(text)}</a>`
  return `<button name="press" value="${escaped(data)}">${escaped(text)}</button>`
}
