import type { Answer } from '../../../core/http/request.ts'
import { page } from '../../../core/pages/frame.ts'
import { escaped } from '../../../core/pages/html.ts'
import { displayNameOf, firstAccounts } from '../../../core/people/accounts.ts'
import { bot, messagesIn, type Platform } from '../state/platform.ts'
import type { Chat, ChatFile, Message, Person } from '../state/records.ts'

const css = `
main > section { padding: 1rem } form { margin: 0 } p { margin: .25rem 0; white-space: pre-wrap; overflow-wrap: anywhere }
.log { display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem; margin-bottom: 1rem }
.log article { justify-self: start; max-width: 90%; box-sizing: border-box; padding: .5rem .75rem; border-radius: .25rem .875rem .875rem; background: light-dark(#eef2f7, #1e2733) }
.log article.own { justify-self: end; border-radius: .875rem .25rem .875rem .875rem; background: light-dark(#e2f6d8, #23432c) }
.log article:has(.keys) { width: min(20rem, 90%) } .log strong { font-size: .8125rem; color: light-dark(#1a5c94, #8cc4f2) } .log .own strong { color: light-dark(#23652f, #9bdba8) }
.log img { display: block; max-width: 100%; max-height: 16rem; margin: .25rem 0; border-radius: .5rem }
.keys { display: grid; gap: .25rem; margin-top: .5rem } .keys div { display: flex; gap: .25rem } .keys :is(button, a) { flex: 1; min-width: 0 }
button, input, .keys a { font: inherit } button, .keys a, ::file-selector-button { box-sizing: border-box; display: inline-flex; align-items: center; justify-content: center; font: inherit; font-size: .875rem; min-height: 2.75rem; padding: 0 .75rem; border: 1px solid light-dark(#c9d2de, #363b45); border-radius: .5rem; background: light-dark(#fff, #1e222a); color: inherit; text-decoration: none; cursor: pointer }
:is(button, .keys a, ::file-selector-button):hover { border-color: light-dark(#8f96a3, #5b6270) } button.primary { background: #1a73b8; color: #fff; border-color: #1a73b8 }
.write { display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem } .write div { display: flex; gap: .5rem } .write input { max-width: 100% } input[type=file] { font-size: .875rem; color: light-dark(#5b626e, #9aa2af) } ::file-selector-button { margin-inline-end: .5rem; color: light-dark(#16181d, #eceef2) }
input[name=text] { flex: 1; min-width: 0; padding: .375rem .75rem; border: 1px solid light-dark(#8f96a3, #5b6270); border-radius: .5rem; background: light-dark(#fff, #101216); color: inherit }
.bar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-top: 1rem; padding-top: 1rem; border-top: 1px solid light-dark(#e3e6eb, #2a2e36) }`

const mostShown = 40

export interface Place {
  readonly person: Person
  readonly chat: Chat
}

/** A person's chat with the bot, or the group as this person sees it. */
export function deskPage(platform: Platform, { person, chat }: Place): Answer {
  const where = chat.person ? 'bot' : 'group'
  const tab = (name: string, at: string, label: string) =>
    `<a href="/telegram/desk/${name}/${at}"${name === person.name && at === where ? ' aria-current="page"' : ''}>${label}</a>`
  const links = firstAccounts.flatMap((name) => [tab(name, 'bot', name), tab(name, 'group', `${name} in the group`)])
  const title = `${displayNameOf(person.name)}: ${chat.title ?? `@${bot.username}`}`
  const heading = `<div class="heading"><h1>${escaped(title)}</h1><nav class="accounts" aria-label="People">${links.join('')}</nav></div>`
  const shown = messagesIn(platform, chat).filter(({ deleted }) => !deleted)
  const log = shown
    .slice(-mostShown)
    .map((message) => article(message, message.from === person))
    .join('')
  const empty = '<p class="quiet">No messages yet. Send <code>/start</code>, or <code>/link CODE</code>.</p>'
  const write =
    '<form method="post" enctype="multipart/form-data" class="write"><div><input name="text" aria-label="Message" placeholder="Message" autofocus autocomplete="off"><button class="primary">Send</button></div><input type="file" name="file" multiple aria-label="Files"></form>'
  const isIn = chat.bot === 'member'
  const toggle = chat.person ? (isIn ? 'Block the bot' : 'Let the bot write') : isIn ? 'Remove the bot' : 'Add the bot'
  const bar = `<div class="bar"><form method="post"><input type="hidden" name="do" value="bot"><button>${toggle}</button></form><form><button>Reload</button></form></div>`
  const body = `${heading}<main><section class="panel"><div class="log">${log || empty}</div>${write}${bar}</section></main>`
  return page({ title, likeness: 'Telegram', css, body })
}

function article({ from, text, file, editedAtMs, keyboard }: Message, isOwn: boolean): string {
  const who = from ? displayNameOf(from.name) : bot.firstName
  const shown = file ? shownFile(file) : ''
  const keys = keyboard.map((row) => `<div>${row.map(key).join('')}</div>`).join('')
  const buttons = keys === '' ? '' : `<form method="post" class="keys">${keys}</form>`
  return `<article class="${isOwn ? 'own' : ''}"><strong>${escaped(who)}</strong>${editedAtMs === null ? '' : '<span class="quiet"> · edited</span>'}${shown}<p>${escaped(text)}</p>${buttons}</article>`
}

/** Shows a photo, from the address at which the bot gets it, and the name of any other file. */
function shownFile({ id, kind, name }: ChatFile): string {
  if (kind !== 'photo') return `<p class="quiet">${escaped(`${kind}: ${name}`)}</p>`
  return `<img src="/telegram/file/bot${bot.token}/photos/${escaped(id)}" alt="${escaped(name)}">`
}

function key({ text, callback_data: data, url }: { text: string; callback_data?: string; url?: string }): string {
  if (data === undefined) return `<a href="${escaped(url ?? '')}" rel="noreferrer">${escaped(text)}</a>`
  return `<button name="press" value="${escaped(data)}">${escaped(text)}</button>`
}
