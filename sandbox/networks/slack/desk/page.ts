import type { Answer } from '../../../core/http/request.ts'
import { isTree } from '../../../core/kit/tree.ts'
import { escaped, link } from '../../../core/pages/frame/html.ts'
import { chatWindow } from '../../../core/pages/layouts/chat-window.ts'
import { displayNameOf, firstAccounts } from '../../../core/people/accounts.ts'
import type { Platform } from '../state/platform.ts'
import type { Block, Message, Person, View } from '../state/records.ts'

const maxShown = 30

/** Renders a person's desk: the messages exchanged with the app, next to the open modal or the home tab. */
export function deskPage(platform: Platform, person: Person): Answer {
  return chatWindow({
    network: 'Slack',
    title: `${displayNameOf(person.name)} in ${person.workspace.name}`,
    people: firstAccounts.map((name) => ({ href: `/slack/desk/${name}`, name, isHere: name === person.name })),
    log: messages(platform, person) || none,
    write:
      `${write}<div ` +
      `class="bar">${form('shortcut', '<button>Shortcut: new post</button>')}${form('home', '<button>Open App Home</button>')}</div>`,
    sidePane: view(person),
  })
}

const form = (what: string, content: string, more = ''): string =>
  `<form method="post"><input type="hidden" name="do" value="${what}">${more}${content}</form>`

const none = '<p class="quiet">No messages yet. Message the app or type <code>/posthorn help</code>.</p>'
const write = `<div class="write">${form(
  'write',
  '<div class="write"><div><input name="text" aria-label="Message or command" placeholder="Message, or /posthorn ' +
    'help" autofocus autocomplete="off"><button class="primary">Send</button></div></div>',
)}</div>`

function messages(platform: Platform, person: Person): string {
  const seen = platform.messages.filter(
    ({ channel, onlyFor, deleted }) => channel === person.dmId && !deleted && (!onlyFor || onlyFor === person),
  )
  return seen.slice(-maxShown).map(shownMessage).join('')
}

function shownMessage({ ts, author, text, blocks, onlyFor, editedTs, files }: Message): string {
  const who = author ? displayNameOf(author.name) : 'App'
  const only = onlyFor ? ' · only you can see this' : ''
  const edited = editedTs === null ? '' : ' · edited'
  const named = files.map(({ name }) => `<p class="quiet">File: ${escaped(name)}</p>`).join('')
  const message = blocks.length > 0 ? renderBlocks(blocks) : `<p>${escaped(author ? text : plain(text))}</p>`
  const post = author ? '<button>Create post</button>' : ''
  const hidden = `<input type="hidden" name="ts" value="${escaped(ts)}">`
  const className = [...(author ? ['own'] : []), ...(onlyFor ? ['only'] : [])].join(' ')
  return `<article class="${className}" data-key="message-${escaped(ts)}"><header><strong>${escaped(who)}</strong><span class="quiet">${only}${edited}</span></header>${form('message', `${message}${named}${post}`, hidden)}</article>`
}

function view(person: Person): string {
  const modal = person.modals.at(-1)
  if (modal) return modalForm(modal)
  const blocks = person.home
    ? renderBlocks(person.home.sent.blocks as [])
    : '<p class="quiet">Press <strong>Open App Home</strong> to see it here.</p>'
  return `<h2>App Home</h2>${form('view', blocks)}`
}

function modalForm({ sent, errors }: View): string {
  const label = (value: unknown, usual: string) => escaped(isTree(value) ? String(value.text) : usual)
  const general = errors[''] === undefined ? '' : `<p class="bad">${escaped(errors[''])}</p>`
  const submit = sent.submit === undefined ? '' : `<button class="primary">${label(sent.submit, 'Submit')}</button>`
  // Another form closes the modal, so that invalid fields of this one do not prevent it.
  const close = `<button form="close">${label(sent.close, 'Close')}</button>`
  const content = `${renderBlocks(sent.blocks as [], errors)}${general}<div class="bar">${submit}${close}</div>`
  const closing = '<form method="post" id="close"><input type="hidden" name="do" value="close"></form>'
  return `<h2>${label(sent.title, '')}</h2>${form('view', content)}${closing}`
}

/** Renders blocks as HTML: texts, buttons, and the fields of a form. Buttons are named `press`. */
const renderBlocks = (blocks: readonly Block[], errors: Readonly<Record<string, string>> = {}): string =>
  blocks.map((block, at) => renderBlock(block, String(block.block_id ?? `b${at}`), errors)).join('')

function renderBlock(block: Block, id: string, errors: Readonly<Record<string, string>>): string {
  switch (block.type) {
    case 'section':
      return `<div class="section"><p>${textOf(block.text)}</p>${block.accessory ? element(block.accessory, id) : ''}</div>`
    case 'header':
      return `<h3>${textOf(block.text)}</h3>`
    case 'divider':
      return '<hr>'
    case 'context':
      return `<p class="quiet">${listOf(block.elements).map(textOf).join(' ')}</p>`
    case 'actions':
      return `<p class="actions">${listOf(block.elements)
        .map((one) => element(one, id))
        .join(' ')}</p>`
    case 'image':
      return `<p class="quiet">Picture: ${escaped(String(block.alt_text))}</p>`
    case 'input': {
      const error = errors[id]
      const hint = block.hint ? `<span class="quiet">${textOf(block.hint)}</span>` : ''
      const optional = block.optional === true ? ' <span class="quiet">(optional)</span>' : ''
      const message = error === undefined ? '' : `<span class="bad">${escaped(error)}</span>`
      return `<label class="field"><span>${textOf(block.label)}${optional}</span>${element(block.element, id)}${hint}${message}</label>`
    }
    default:
      return `<p>${escaped(String(block.text ?? ''))}</p>`
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Renders a Slack text, in which three characters are escaped and links are in angle brackets. */
function textOf(value: unknown): string {
  if (!isTree(value)) return ''
  const text = String(value.text ?? '')
  const pieces = text.split(/<(https?:[^<>|]+)(?:\|([^<>]*))?>/)
  return pieces
    .map((piece, at) => {
      if (at % 3 === 0) return marked(piece)
      return at % 3 === 1 ? link(plain(piece), escaped(plain(pieces[at + 1] ?? piece))) : ''
    })
    .join('')
}

const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? '')

const marked = (text: string): string =>
  escaped(plain(text))
    .replace(/\*([^*\n]+)\*/g, '<strong>$1</strong>')
    .replace(/`([^`\n]+)`/g, '<code>$1</code>')

function element(value: unknown, blockId: string): string {
  if (!isTree(value)) return ''
  const name = escaped(`${blockId}/${value.action_id}`)
  switch (value.type) {
    case 'button':
      return typeof value.url === 'string'
        ? link(value.url, textOf(value.text), 'button')
        : `<button name="press" value="${escaped(String(value.action_id))}" ` +
            `class="${escaped(String(value.style ?? ''))}">${textOf(value.text)}</button>`
    case 'plain_text_input': {
      const text = escaped(String(value.initial_value ?? ''))
      return value.multiline === true
        ? `<textarea name="${name}" rows="5">${text}</textarea>`
        : `<input name="${name}" value="${text}">`
    }
    case 'url_text_input':
      return `<input type="url" name="${name}" value="${escaped(String(value.initial_value ?? ''))}">`
    case 'datepicker':
      return `<input type="date" name="${name}" value="${escaped(String(value.initial_date ?? ''))}">`
    case 'timepicker':
      return `<input type="time" name="${name}" value="${escaped(String(value.initial_time ?? ''))}">`
    case 'static_select':
    case 'multi_static_select':
    case 'checkboxes':
      return select(value, name)
    default:
      return ''
  }
}

function select(value: Block, name: string): string {
  const chosen = [value.initial_option, ...listOf(value.initial_options)].map((one) => (isTree(one) ? one.value : null))
  const options = listOf(value.options).map((one) => {
    const option = one as Block
    const is = chosen.includes(option.value) ? ' selected' : ''
    return `<option value="${escaped(String(option.value))}"${is}>${textOf(option.text)}</option>`
  })
  const many = value.type === 'static_select' ? '' : ' multiple'
  const none = many === '' && value.initial_option === undefined ? '<option value="">Choose</option>' : ''
  return `<select name="${name}"${many}>${none}${options.join('')}</select>`
}
