import type { Answer } from '../../../core/http/request.ts'
import { isTree } from '../../../core/kit/tree.ts'
import { escaped } from '../../../core/pages/frame/html.ts'
import { chatWindow } from '../../../core/pages/layouts/chat-window.ts'
import { displayNameOf, firstAccounts } from '../../../core/people/accounts.ts'
import type { Platform } from '../state/platform.ts'
import type { Message, Person, View } from '../state/records.ts'
import { plain, renderBlocks } from './blocks.ts'

const mostShown = 30

/** Renders a person's desk: the messages with the app, next to the open modal or the home tab. */
export function deskPage(platform: Platform, person: Person): Answer {
  return chatWindow({
    network: 'Slack',
    title: `${displayNameOf(person.name)} in ${person.workspace.name}`,
    people: firstAccounts.map((name) => ({ href: `/slack/desk/${name}`, name, isHere: name === person.name })),
    log: messages(platform, person) || none,
    write: `${write}<div class="bar">${form('shortcut', '<button>Shortcut: new post</button>')}${form('home', '<button>Open App Home</button>')}</div>`,
    beside: view(person),
  })
}

const form = (what: string, content: string, more = ''): string =>
  `<form method="post"><input type="hidden" name="do" value="${what}">${more}${content}</form>`

const none = '<p class="quiet">No messages yet. Write to the app, or type <code>/posthorn help</code>.</p>'
const write = `<div class="write">${form(
  'write',
  '<div class="write"><div><input name="text" aria-label="Message or command" placeholder="Message, or /posthorn help" autofocus autocomplete="off"><button class="primary">Send</button></div></div>',
)}</div>`

function messages(platform: Platform, person: Person): string {
  const seen = platform.messages.filter(
    ({ channel, onlyFor, deleted }) => channel === person.dmId && !deleted && (!onlyFor || onlyFor === person),
  )
  return seen.slice(-mostShown).map(shownMessage).join('')
}

function shownMessage({ ts, author, text, blocks, onlyFor, editedTs, files }: Message): string {
  const who = author ? displayNameOf(author.name) : 'App'
  const only = onlyFor ? ' · only you can see this' : ''
  const edited = editedTs === null ? '' : ' · edited'
  const named = files.map(({ name }) => `<p class="quiet">File: ${escaped(name)}</p>`).join('')
  const message = blocks.length > 0 ? renderBlocks(blocks) : `<p>${escaped(author ? text : plain(text))}</p>`
  const post = author ? '<button>Make a post of this</button>' : ''
  const hidden = `<input type="hidden" name="ts" value="${escaped(ts)}">`
  const look = [...(author ? ['own'] : []), ...(onlyFor ? ['only'] : [])].join(' ')
  return `<article class="${look}" data-key="message-${escaped(ts)}"><header><strong>${escaped(who)}</strong><span class="quiet">${only}${edited}</span></header>${form('message', `${message}${named}${post}`, hidden)}</article>`
}

function view(person: Person): string {
  const modal = person.modals.at(-1)
  if (modal) return modalForm(modal)
  const blocks = person.home
    ? renderBlocks(person.home.sent.blocks as [])
    : '<p class="quiet">Not opened yet. Press <strong>Open App Home</strong>.</p>'
  return `<h2>App Home</h2>${form('view', blocks)}`
}

function modalForm({ sent, errors }: View): string {
  const label = (value: unknown, usual: string) => escaped(isTree(value) ? String(value.text) : usual)
  const general = errors[''] === undefined ? '' : `<p class="bad">${escaped(errors[''])}</p>`
  const submit = sent.submit === undefined ? '' : `<button class="primary">${label(sent.submit, 'Submit')}</button>`
  // Another form closes the modal, so that no field of this one can stand in the way.
  const close = `<button form="close">${label(sent.close, 'Close')}</button>`
  const content = `${renderBlocks(sent.blocks as [], errors)}${general}<div class="bar">${submit}${close}</div>`
  const closing = '<form method="post" id="close"><input type="hidden" name="do" value="close"></form>'
  return `<h2>${label(sent.title, '')}</h2>${form('view', content)}${closing}`
}
