import { escaped, tabs } from '../frame/html.ts'
import { page } from '../frame/page.ts'

/** The style of a window where a person chats with the app. */
const css = `
.window { display: grid; gap: 1.25rem; align-items: start } .window.two { grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr) } .window > section { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; padding: 1rem } form { margin: 0 } section p { white-space: pre-wrap; overflow-wrap: anywhere }
.log { display: grid; grid-template-columns: minmax(0, 1fr); gap: .625rem; overflow-wrap: anywhere } .log article { justify-self: start; display: grid; gap: .25rem; max-width: min(34rem, 92%); padding: .5rem .875rem; border: 1px solid var(--line); border-radius: .25rem 1rem 1rem 1rem; background: var(--sunken) } .log article.own { justify-self: end; border-color: transparent; border-radius: 1rem .25rem 1rem 1rem; background: var(--brand-tint) } .log article:has(.keys) { width: min(24rem, 92%) } .log header { font-size: .8125rem } .log img { max-height: 16rem; border-radius: .5rem } .only { outline: 1px dashed var(--line-strong) }
.keys { display: grid; gap: .25rem; margin-top: .375rem } .keys div { display: flex; gap: .25rem } .keys :is(button, a) { flex: 1; min-width: 0; overflow-wrap: anywhere }
.write { display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem } .write > div { display: flex; gap: .5rem } .write input { flex: 1 } .write .files { flex-wrap: wrap; gap: .25rem .75rem; align-items: center } .files output { flex: 1; min-width: 0; overflow-wrap: anywhere } .files .button { position: relative } .files .button:has(:focus-visible) { outline: 2px solid var(--focus); outline-offset: 2px } .bar { display: flex; flex-wrap: wrap; gap: .5rem; padding-top: 1rem; border-top: 1px solid var(--line) }
.section { display: flex; gap: .5rem; justify-content: space-between; align-items: start } .actions { display: flex; flex-wrap: wrap; gap: .375rem } .field { display: grid; gap: .25rem; margin: .5rem 0; font-weight: 600 } .field :is(.quiet, .bad) { font-weight: 400; font-size: .875rem } .field :is(input, textarea, select) { width: 100% } .view form { display: grid; gap: .625rem } hr { width: 100%; border: 0; border-top: 1px solid var(--line) } .sections { margin-bottom: 1.25rem }
@media (max-width: 56rem) { .window.two { grid-template-columns: minmax(0, 1fr) } }`

interface ChatWindow {
  readonly network: string
  readonly title: string
  /** The people to choose from. */
  readonly people: Parameters<typeof tabs>[1]
  /** The message log, the form below it, and a second pane if the app has one. */
  readonly log: string
  readonly write: string
  readonly sidePane?: string
}

/** Draws a window where a person chats with the app. New messages appear automatically. */
export function chatWindow({ network, title, people, log, write, sidePane }: ChatWindow) {
  const second = sidePane === undefined ? '' : `<section class="panel view" id="view" data-live>${sidePane}</section>`
  const body = `<main class="${sidePane === undefined ? 'narrow' : 'middle'}"><div class="lead"><div><h1>${escaped(title)}</h1><p>Write as this person. Replies appear automatically.</p></div></div>${tabs('People', people)}<div class="window${sidePane === undefined ? '' : ' two'}"><section class="panel"><div class="log" id="log" data-live>${log}</div>${write}</section>${second}</div></main>`
  return page({ title, likeness: network, place: '/chats', css, body, follows: true })
}
