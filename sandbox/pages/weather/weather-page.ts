import type { SandboxState } from '../../core/control/control.ts'
import type { FaultKind } from '../../core/control/faults.ts'
import type { Answer } from '../../core/http/request.ts'
import { escaped, tile } from '../../core/pages/frame/html.ts'
import { page } from '../../core/pages/frame/page.ts'

const css = `
.break { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.6fr) minmax(0, 1fr) auto; gap: .75rem; align-items: end; padding: 1rem } .break label { display: grid; gap: .25rem; font-size: .8125rem; font-weight: 600; color: var(--ink-2) } .break select { width: 100% }
h2 { margin: 2rem 0 .75rem } .list { overflow: hidden } .row { display: flex; flex-wrap: wrap; gap: .25rem .875rem; align-items: center; padding: .75rem 1rem } .row + .row { border-top: 1px solid var(--line) } .row > div { flex: 1 1 14rem; min-width: 0 } .row form { margin: 0 } .sky { padding: 1rem; color: var(--ink-2) } .known { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.6fr); margin: 0; padding: .25rem 1rem } .known > * { margin: 0; padding: .625rem 0; font-size: .9375rem } .known dt { padding-inline-end: 1.5rem } .known dt { font-weight: 600 } .known dd { color: var(--ink-2) } .known > :nth-child(n+3) { border-top: 1px solid var(--line) }
@media (max-width: 48rem) { .break, .known { grid-template-columns: minmax(0, 1fr) } .known dd { padding-top: 0; border: 0 } .known > dd:nth-child(n+3) { border: 0 } .known dt { padding-bottom: .125rem } }`

const lengths = { '1': 'Next request', '3': 'Next 3 requests', '': 'Until I stop it' }

/** Renders the faults: the active ones, a form to add one, and a description of each kind. */
export function weatherPage(
  { networks, faults }: Pick<SandboxState, 'networks' | 'faults'>,
  query: URLSearchParams,
): Answer {
  const titles = new Map(networks.map(({ id, title }) => [id, title]))
  const kinds = Object.entries(faultWords).map(([kind, { does }]) => [kind, does] as const)
  const form =
    '<form class="panel break" method="post" ' +
    `action="/weather">${select('network', 'Network', [...titles], query.get('network'))}${select('kind', 'Failure', kinds)}${select('times', 'Duration', Object.entries(lengths))}<button class="primary" name="do" value="break">Break it</button></form>`
  const broken = faults.list().map(({ id, network, kind, times, struck }) => {
    const left =
      times === undefined ? 'until you stop it' : `${times - struck} ${times - struck === 1 ? 'call' : 'calls'} left`
    return `<div class="row" data-key="fault-${id}">${tile(titles.get(network) ?? network)}<div><strong>${escaped(titles.get(network) ?? network)}</strong>: ${escaped(faultWords[kind].does.toLowerCase())}<p class="quiet">${escaped(faultWords[kind].expect)}</p></div><span class="badge warn">affected ${struck}, ${left}</span>${mendForm(String(id), 'Fix')}</div>`
  })
  const list = broken.length > 0 ? broken.join('') : '<p class="sky">All networks are up.</p>'
  const known = Object.values(faultWords).map(
    ({ does, expect }) => `<dt>${escaped(does)}</dt><dd>${escaped(expect)}</dd>`,
  )
  const body = `<main class="middle"><div class="lead"><div><h1>Simulate failures</h1><p>Make a network fail, publish a post and see how Posthorn responds. Real networks aren’t affected.</p></div>${broken.length > 1 ? mendForm('all', 'Fix all') : ''}</div>${form}
<h2>Now</h2><div class="panel list" id="now" data-live>${list}</div><h2>What to expect</h2><dl class="panel known">${known.join('')}</dl></main>`
  return page({ title: 'Weather', place: '/weather', css, body, follows: true })
}

const mendForm = (id: string, words: string): string =>
  `<form method="post" action="/weather"><input type="hidden" name="id" value="${id}"><button name="do" ` +
  `value="mend">${words}</button></form>`

function select(
  name: string,
  label: string,
  options: readonly (readonly [value: string, title: string])[],
  chosen: string | null = null,
): string {
  const all = options.map(
    ([value, title]) => `<option value="${value}"${value === chosen ? ' selected' : ''}>${escaped(title)}</option>`,
  )
  return `<label>${label}<select name="${name}">${all.join('')}</select></label>`
}

/** Handles a button of the page. Unknown values change nothing. */
export function changeWeather(
  { networks, faults }: Pick<SandboxState, 'networks' | 'faults'>,
  fields: URLSearchParams,
): void {
  const text = (name: string) => fields.get(name) ?? ''
  if (text('do') === 'mend') return void faults.remove(text('id') === 'all' ? undefined : Number(text('id')))
  const [network, kind] = [text('network'), text('kind')]
  if (!networks.some(({ id }) => id === network) || !Object.hasOwn(faultWords, kind)) return
  const times = Number(text('times'))
  faults.add({ network, kind: kind as FaultKind, ...(times >= 1 ? { times } : {}) })
}

/** Describes in plain words what a fault does, and how a correct publisher reacts to it. */
const faultWords: Readonly<Record<FaultKind, { readonly does: string; readonly expect: string }>> = {
  error_before: {
    does: 'Returns an error',
    expect: 'Posthorn retries after a pause. The post is published once.',
  },
  reset: {
    does: 'Drops the connection',
    expect: 'Posthorn retries after a pause. The post is published once.',
  },
  rate_limit: { does: 'Rate limit exceeded', expect: 'Posthorn pauses requests, then continues in order.' },
  reject: {
    does: 'Rejects the post',
    expect: 'The post fails with the network’s error. You decide whether to retry.',
  },
  expired_token: {
    does: 'Access token expired',
    expect: 'Posthorn renews access, or asks you to reconnect the account.',
  },
  revoked_token: {
    does: 'Access revoked',
    expect: 'Posthorn asks you to reconnect the account. Its posts are on hold.',
  },
  error_after: {
    does: 'Posts, then returns an error',
    expect: 'Posthorn checks whether the post is there. It’s published once.',
  },
  timeout_after: {
    does: 'Posts, then never responds',
    expect: 'Posthorn checks whether the post is there. It’s published once.',
  },
  drop_after: {
    does: 'Posts, then the connection drops',
    expect: 'Posthorn checks whether the post is there. It’s published once.',
  },
  truncate_after: {
    does: 'Posts, then returns half a response',
    expect: 'Posthorn checks whether the post is there. It’s published once.',
  },
  slow: {
    does: 'Responds 5 seconds late',
    expect: 'Posts are late. Other networks aren’t affected.',
  },
  slow_processing: {
    does: 'Video processing takes 1 minute longer',
    expect: 'The post shows “Processing” until the network finishes.',
  },
}
