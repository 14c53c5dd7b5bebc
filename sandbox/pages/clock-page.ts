import type { SandboxState } from '../core/control/control.ts'
import type { Answer } from '../core/http/request.ts'
import { days, hours, minutes } from '../core/kit/clock.ts'
import { escaped, tile } from '../core/pages/frame/html.ts'
import { page } from '../core/pages/frame/page.ts'
import { lengthOf, timeOf } from '../core/pages/frame/time.ts'

const css = `
.now { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; padding: 1.25rem } .now > div:first-child { flex: 1 1 12rem } .now strong { font-size: 1.25rem } .steps { display: flex; flex-wrap: wrap; gap: .5rem } h2 { margin: 2rem 0 .75rem } .list { overflow: hidden } .row { display: flex; flex-wrap: wrap; gap: .25rem .875rem; align-items: center; padding: .75rem 1rem } .row + .row { border-top: 1px solid var(--line) } .row > div { flex: 1 1 14rem; min-width: 0; overflow-wrap: anywhere } .row form { margin: 0 } .none { padding: 1rem; color: var(--ink-2) } .learn { margin: 0; padding: .75rem 1rem .75rem 2.25rem; color: var(--ink-2); font-size: .9375rem }`

const steps = { minute: minutes(1), hour: hours(1), day: days(1), month: days(30) } as const
const maxShown = 20
const tenYearsMs = days(3_660)

/** Renders the networks' time: buttons that move it, and upcoming events. */
export function clockPage({ clock, networks }: Pick<SandboxState, 'clock' | 'networks'>): Answer {
  const nowMs = clock.ms()
  const buttons = Object.entries(steps).map(([name, ms]) =>
    moveButton(ms, `${name === 'month' ? '30 days' : `1 ${name}`} later`),
  )
  const next = networks
    .flatMap(({ title, upcoming }) => (upcoming?.() ?? []).map((one) => ({ ...one, title })))
    .toSorted((one, other) => one.atMs - other.atMs)
    .slice(0, maxShown)
    .map(
      ({ atMs, what, title }) =>
        `<div class="row">${tile(title)}<div>${escaped(what)}<p class="quiet">${escaped(title)} · ` +
        `${timeOf(new Date(atMs))}</p></div><span class="quiet num">in ` +
        `${lengthOf(Math.max(0, atMs - nowMs))}</span><form method="post" ` +
        `action="/clock">${moveButton(Math.max(0, atMs - nowMs) + 1_000, 'Skip to')}</form></div>`,
    )
  const list =
    next.length > 0
      ? next.join('')
      : '<p class="none">Nothing pending. Publish a video or schedule a post on a network to see it here.</p>'
  const body = `<main class="middle"><div class="lead"><div><h1>Clock</h1><p>Move time forward on the sandbox networks. Your schedule in Posthorn stays the same.</p></div></div>
<form class="panel now" method="post" action="/clock"><div id="time" data-live><span class="quiet">Sandbox time</span><br><strong>${timeOf(clock.now())}</strong></div><div class="steps">${buttons.join('')}</div></form>
<h2>Upcoming events</h2><div class="panel list" id="next" data-live>${list}</div>
<h2>What changes when you skip ahead</h2><ul class="panel learn"><li>Videos finish processing, and posts scheduled on a network appear.</li><li>Likes, views and followers increase.</li><li>Access expires, and rate limits are reset.</li></ul></main>`
  return page({ title: 'Clock', place: '/clock', css, body, follows: true })
}

const moveButton = (ms: number, words: string): string =>
  `<button name="advanceMs" value="${Math.ceil(ms)}">${words}</button>`

/** Handles a button of the page. Unknown values change nothing. */
export function moveClock({ clock }: Pick<SandboxState, 'clock'>, fields: URLSearchParams): void {
  const ms = Number(fields.get('advanceMs'))
  if (ms > 0 && ms <= tenYearsMs) clock.advance(ms)
}
