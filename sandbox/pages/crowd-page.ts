import type { SandboxState } from '../core/control/control.ts'
import { BadControl } from '../core/control/control-input.ts'
import { firstAccount, startCrowd } from '../core/crowd/crowd-rows.ts'
import type { Answer } from '../core/http/request.ts'
import { escaped, tile } from '../core/pages/frame/html.ts'
import { page } from '../core/pages/frame/page.ts'

const css = `
.start { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)) auto; gap: .75rem; align-items: end; padding: 1rem } .start label { display: grid; gap: .25rem; font-size: .8125rem; font-weight: 600; color: var(--ink-2) } .start :is(select, input) { width: 100% }
h2 { margin: 2rem 0 .75rem } .list { overflow: hidden } .row { display: flex; flex-wrap: wrap; gap: .25rem .875rem; align-items: center; padding: .75rem 1rem } .row + .row { border-top: 1px solid var(--line) } .row > div { flex: 1 1 14rem; min-width: 0 } .row form { margin: 0 } .none { padding: 1rem; color: var(--ink-2) } .learn { margin: 0; padding: .75rem 1rem .75rem 2.25rem; color: var(--ink-2); font-size: .9375rem }
@media (max-width: 48rem) { .start { grid-template-columns: minmax(0, 1fr) } }`

const paces = { '1': '1 a minute', '6': '6 a minute', '60': '1 a second' } as const
const lengths = { '5': '5 minutes', '30': '30 minutes', '240': '4 hours' } as const

/** Renders the crowds: those that comment now, and a form to start one. */
export function crowdPage({ networks, crowds }: Pick<SandboxState, 'networks' | 'crowds'>): Answer {
  const talking = networks.filter(({ acts }) => acts.comment)
  const titles = new Map(networks.map(({ id, title }) => [id, title]))
  const accounts = [...new Set(talking.flatMap((one) => [firstAccount(one), ...(one.accounts?.first ?? [])]))]
  const form =
    '<form class="panel start" method="post" ' +
    `action="/people">${select('network', 'Network', [...talking.map(({ id, title }) => [id, title] as const)])}<label>Account<input name="account" list="accounts" placeholder="alice" maxlength="60"></label><datalist id="accounts">${accounts.map((name) => `<option value="${escaped(name)}">`).join('')}</datalist>${select('pace', 'Pace', Object.entries(paces))}${select('minutes', 'Duration', Object.entries(lengths))}<button class="primary" name="do" value="start">Start</button></form>`
  const rows = crowds
    .list()
    .toReversed()
    .map(({ id, network, account, people, done, failed, planned }) => {
      const title = titles.get(network) ?? network
      const isOver = done + failed >= planned
      const state = isOver ? 'finished' : `${planned - done - failed} to go`
      return `<div class="row" data-key="crowd-${id}">${tile(title)}<div><strong>${escaped(title)}</strong>: ${people} people on ${escaped(account)}<p class="quiet num">${done} done, ${failed} not possible</p></div><span class="badge${isOver ? '' : ' warn'}">${state}</span>${stopForm(String(id), isOver ? 'Remove' : 'Stop')}</div>`
    })
  const list = rows.length > 0 ? rows.join('') : '<p class="none">No one is commenting.</p>'
  const body = `<main class="middle"><div class="lead"><div><h1>People</h1><p>Let people comment on an account’s latest post, by the sandbox’s clock. Moving the clock moves them, too.</p></div>${rows.length > 1 ? stopForm('all', 'Stop all') : ''}</div>${form}
<h2>Now</h2><div class="panel list" id="now" data-live>${list}</div><h2>What they write</h2><ul class="panel learn"><li>Questions in twelve languages, emoji, right-to-left text and 9,000 characters.</li><li>Markup, spam links, an angry customer, duplicates, and instructions for AI models.</li><li>Comments that are edited after 20 seconds or deleted after 90.</li></ul></main>`
  return page({ title: 'People', place: '/people', css, body, follows: true })
}

const stopForm = (id: string, words: string): string =>
  `<form method="post" action="/people"><input type="hidden" name="id" value="${id}"><button name="do" ` +
  `value="stop">${words}</button></form>`

function select(name: string, label: string, options: readonly (readonly [value: string, title: string])[]): string {
  const all = options.map(([value, title]) => `<option value="${escaped(value)}">${escaped(title)}</option>`)
  return `<label>${label}<select name="${name}">${all.join('')}</select></label>`
}

/** Handles a button of the page. Unknown values change nothing. */
export function changeCrowd(
  { networks, crowds }: Pick<SandboxState, 'networks' | 'crowds'>,
  fields: URLSearchParams,
): void {
  const text = (name: string) => fields.get(name) ?? ''
  if (text('do') === 'stop') return void crowds.stop(text('id') === 'all' ? undefined : Number(text('id')))
  const account = text('account').trim()
  const wish = { network: text('network'), pace: Number(text('pace')), minutes: Number(text('minutes')) }
  try {
    startCrowd(crowds, networks, { ...wish, ...(account && { account }) })
  } catch (error) {
    if (!(error instanceof BadControl)) throw error
  }
}
