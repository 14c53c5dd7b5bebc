import type { Answer } from '../../../core/http/request.ts'
import { escaped } from '../../../core/pages/frame/html.ts'
import { chatWindow } from '../../../core/pages/layouts/chat-window.ts'
import { displayNameOf, firstAccounts } from '../../../core/people/accounts.ts'
import { bot, messagesIn, type Platform } from '../state/platform.ts'
import type { Chat, ChatFile, Message, Person } from '../state/records.ts'

const mostShown = 40

export interface Place {
  readonly person: Person
  readonly chat: Chat
}

/** A person's chat with the bot, or the group as this person sees it. */
export function deskPage(platform: Platform, { person, chat }: Place): Answer {
  const where = chat.person ? 'bot' : 'group'
  const tab = (name: string, at: string, label: string) => ({
    href: `/telegram/desk/${name}/${at}`,
    name: label,
    isHere: name === person.name && at === where,
  })
  const shown = messagesIn(platform, chat).filter(({ deleted }) => !deleted)
  const log = shown.slice(-mostShown).map((message) => article(message, message.from === person))
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
  '<form method="post" enctype="multipart/form-data" class="write"><div><input name="text" aria-label="Message" placeholder="Message" autofocus autocomplete="off"><button class="primary">Send</button></div><input type="file" name="file" multiple aria-label="Files"></form>'

function article({ id, from, text, file, editedAtMs, keyboard }: Message, isOwn: boolean): string {
  const who = from ? displayNameOf(from.name) : bot.firstName
  const shown = file ? shownFile(file) : ''
  const keys = keyboard.map((row) => `<div>${row.map(key).join('')}</div>`).join('')
  const buttons = keys === '' ? '' : `<form method="post" class="keys">${keys}</form>`
  const edited = editedAtMs === null ? '' : '<span class="quiet"> · edited</span>'
  return `<article class="${isOwn ? 'own' : ''}" data-key="message-${id}"><header><strong>${escaped(who)}</strong>${edited}</header>${shown}<p>${escaped(text)}</p>${buttons}</article>`
}

/** Shows a photo, from the address at which the bot gets it, and the name of any other file. */
function shownFile({ id, kind, name }: ChatFile): string {
  if (kind !== 'photo') return `<p class="quiet">${escaped(`${kind}: ${name}`)}</p>`
  return `<img src="/telegram/file/bot${bot.token}/photos/${escaped(id)}" alt="${escaped(name)}">`
}

function key({ text, callback_data: data, url }: { text: string; callback_data?: string; url?: string }): string {
  if (data === undefined) return `<a class="button" href="${escaped(url ?? '')}" rel="noreferrer">${escaped(text)}</a>`
  return `<button name="press" value="${escaped(data)}">${escaped(text)}</button>`
}
