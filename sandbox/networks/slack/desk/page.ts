import type { Answer } from '../../../core/http/request.ts'
import { isTree } from '../../../core/kit/tree.ts'
import { page } from '../../../core/pages/frame.ts'
import { escaped } from '../../../core/pages/html.ts'
import { displayNameOf, firstAccounts } from '../../../core/people/accounts.ts'
import type { Platform } from '../state/platform.ts'
import type { Message, Person, View } from '../state/records.ts'
import { plain, renderBlocks } from './blocks.ts'

const css = `
main, .heading { max-width: 60rem } main { display: grid; gap: 1rem; align-items: start; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) } @media (max-width: 48rem) { main { grid-template-columns: minmax(0, 1fr) } }
main > section { padding: 1rem } h2 { margin-bottom: .75rem } h3 { font-size: 1rem; margin: .5rem 0 } p { margin: .25rem 0 } hr { border: 0; border-top: 1px solid light-dark(#e3e6eb, #2a2e36) }
.log { display: grid; grid-template-columns: minmax(0, 1fr); gap: .75rem; margin-bottom: 1rem; overflow-wrap: anywhere } .log form, .view form { margin: 0 } .log p { white-space: pre-wrap }
.only { background: light-dark(#f8f4e8, #24210f); border-radius: .5rem; padding: .5rem }
.section { display: flex; gap: .5rem; justify-content: space-between; align-items: start } .section p { white-space: pre-wrap }
label { display: grid; gap: .25rem; margin: .75rem 0; font-weight: 600 } label .quiet, label .bad { font-weight: 400 } input, textarea, select { box-sizing: border-box; width: 100%; font: inherit; font-weight: 400; min-height: 2.75rem; padding: .375rem .625rem; min-width: 0; border: 1px solid light-dark(#8f96a3, #5b6270); border-radius: .375rem; background: light-dark(#fff, #101216); color: inherit }
button, .button { display: inline-flex; align-items: center; font: inherit; font-size: .875rem; font-weight: 600; min-height: 2.75rem; padding: 0 .75rem; border: 1px solid light-dark(#d8dce3, #363b45); border-radius: .375rem; background: light-dark(#fff, #1e222a); color: inherit; cursor: pointer; text-decoration: none }
button.primary { background: #007a5a; color: #fff; border-color: #007a5a } button.danger { background: #c02b2b; color: #fff; border-color: #c02b2b }
:is(button, .button):hover { border-color: light-dark(#8f96a3, #5b6270) } .actions { display: flex; flex-wrap: wrap; gap: .375rem } .write { display: flex; gap: .5rem } .write input { flex: 1 } .bar { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .5rem }`

const mostShown = 30

/** A person's desk: the messages with the app, and beside them the open modal or the home tab. */
export function deskPage(platform: Platform, person: Person): Answer {
  const links = firstAccounts.map(
    (name) => `<a href="/slack/desk/${name}"${name === person.name ? ' aria-current="page"' : ''}>${name}</a>`,
  )
  const title = `${displayNameOf(person.name)} in ${person.workspace.name}`
  const heading = `<div class="heading"><h1>${escaped(title)}</h1><nav class="accounts" aria-label="People">${links.join('')}</nav></div>`
  const body = `${heading}<main>${messages(platform, person)}${view(person)}</main>`
  return page({ title, likeness: 'Slack', css, body })
}

const form = (what: string, content: string, more = ''): string =>
  `<form method="post"><input type="hidden" name="do" value="${what}">${more}${content}</form>`

function messages(platform: Platform, person: Person): string {
  const seen = platform.messages.filter(
    ({ channel, onlyFor, deleted }) => channel === person.dmId && !deleted && (!onlyFor || onlyFor === person),
  )
  const log = seen.slice(-mostShown).map(shownMessage).join('')
  const empty = '<p class="quiet">No messages yet. Write to the app, or type <code>/posthorn help</code>.</p>'
  const write = form(
    'write',
    '<div class="write"><input name="text" aria-label="Message or command" placeholder="Message, or /posthorn help" autofocus autocomplete="off"><button class="primary">Send</button></div>',
  )
  const bar = `<div class="bar">${form('shortcut', '<button>Shortcut: new post</button>')}${form('home', '<button>Open App Home</button>')}<a class="button" href="">Reload</a></div>`
  return `<section class="panel"><h2>Messages with the app</h2><div class="log">${log || empty}</div>${write}${bar}</section>`
}

function shownMessage({ ts, author, text, blocks, onlyFor, editedTs, files }: Message): string {
  const who = author ? displayNameOf(author.name) : 'App'
  const only = onlyFor ? ' · only you can see this' : ''
  const edited = editedTs === null ? '' : ' · edited'
  const named = files.map(({ name }) => `<p class="quiet">File: ${escaped(name)}</p>`).join('')
  const said = blocks.length > 0 ? renderBlocks(blocks) : `<p>${escaped(author ? text : plain(text))}</p>`
  const post = author ? '<button>Make a post of this</button>' : ''
  const hidden = `<input type="hidden" name="ts" value="${escaped(ts)}">`
  return `<article class="${onlyFor ? 'only' : ''}"><strong>${escaped(who)}</strong><span class="quiet">${only}${edited}</span>${form('message', `${said}${named}${post}`, hidden)}</article>`
}

function view(person: Person): string {
  const modal = person.modals.at(-1)
  if (modal) return `<section class="panel view">${modalForm(modal)}</section>`
  const blocks = person.home ? renderBlocks(person.home.sent.blocks as []) : '<p class="quiet">Not opened yet.</p>'
  return `<section class="panel view"><h2>App Home</h2>${form('view', blocks)}</section>`
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
