import type { Answer } from '../../core/http/request.ts'
import { empty, escaped } from '../../core/pages/frame/html.ts'
import { page } from '../../core/pages/frame/page.ts'
import { timeOf } from '../../core/pages/frame/time.ts'
import type { Mailbox } from './mailbox.ts'
import type { Mail } from './parse-mail.ts'

const css = `
.box { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.9fr); gap: 1.25rem; align-items: start } .inbox { overflow: hidden } .inbox a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .75rem; padding: .75rem 1rem; color: inherit; text-decoration: none } .inbox a + a { border-top: 1px solid var(--line) } .inbox a:hover { background: var(--sunken) } .inbox a[aria-current] { background: var(--brand-tint) } .inbox a:focus-visible { outline-offset: -2px } .inbox strong { grid-column: 1 / -1; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap } .inbox .quiet { font-size: .8125rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.mail { overflow: hidden } .mail header { display: grid; gap: .25rem; padding: 1rem; border-bottom: 1px solid var(--line) } .mail h2 { font-size: 1.125rem } .mail iframe { display: block; width: 100%; height: 36rem; border: 0; background: oklch(.98 .003 255); color-scheme: light } .mail pre { background: none; border-radius: 0; padding: 1rem; font: inherit } .mail details { border-top: 1px solid var(--line); padding: .75rem 1rem; font-size: .875rem }
@media (max-width: 60rem) { .box { grid-template-columns: minmax(0, 1fr) } .box:has(.mail) > :last-child { grid-row: 1 } }`

const maxShown = 100
const none = 'Sign up, invite someone or let a post fail. Posthorn’s emails appear here.'

/** Renders the inbox: the emails that the service sent, and the open one. Null if it is not found. */
export function mailPage(mailbox: Mailbox | null, open: string | null): Answer | null {
  const mails = mailbox?.newest(maxShown) ?? []
  const shown = open === null ? mails[0] : mails.find(({ name }) => name === open)
  if (open !== null && !shown) return null
  const rows = mails.map(
    ({ name, mail }) =>
      `<a href="/mail/${encodeURIComponent(name)}" ` +
      `data-key="${escaped(name)}"${name === shown?.name ? ' aria-current="page"' : ''}><strong>${escaped(mail.subject)}</strong><span class="quiet">${escaped(mail.to)}</span><span class="quiet">${timeOf(mail.date)}</span></a>`,
  )
  const content = shown
    ? `<div class="box"><nav class="panel inbox" id="inbox" data-live aria-label="Emails">${rows.join('')}</nav>${drawMail(shown.name, shown.mail)}</div>`
    : '<div id="inbox" ' +
      `data-live>${mailbox === null ? empty('Emails are sent to a real server', 'An SMTP server is configured, or the sandbox runs alone. Unset SMTP_URL and restart to see emails here.') : empty('No emails yet', none)}</div>`
  const body =
    '<main><div class="lead"><div><h1>Emails</h1><p>Every email Posthorn would have sent. Links open ' +
    `in a new tab.</p></div></div>${content}</main>`
  return page({ title: shown ? `${shown.mail.subject} · Emails` : 'Emails', place: '/mail', css, body, follows: true })
}

function drawMail(name: string, { from, to, subject, date, text, html }: Mail): string {
  const frame =
    `<iframe src="/mail/${encodeURIComponent(name)}/html" title="${escaped(subject)}" sandbox="allow-popups ` +
    'allow-popups-to-escape-sandbox"></iframe>'
  const plain = `<pre>${escaped(text)}</pre>`
  const content = html === null ? plain : `${frame}<details><summary>Plain text</summary>${plain}</details>`
  return `<article class="panel mail"><header><h2>${escaped(subject)}</h2><p class="quiet">From ${escaped(from)} to ${escaped(to)} · ${timeOf(date)}</p></header>${content}</article>`
}

/** Returns an email's HTML for the frame: it runs no scripts and loads nothing, and its links open in a new tab. */
export function mailHtml({ html }: Mail): Answer | null {
  if (html === null) return null
  const base = '<base target="_blank">'
  const body = /<head[^<>]{0,200}>/i.test(html)
    ? html.replace(/<head[^<>]{0,200}>/i, (head) => head + base)
    : base + html
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"
  const headers = {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
  return { status: 200, headers, body }
}
