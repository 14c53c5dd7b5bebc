import type { Connector } from '#connectors/connector.ts'
import { refusals } from '#kernel/errors.ts'
import { escapeHtml } from '#kernel/text/escape-html.ts'
import { type Network, readPlatform } from '#rules/network-names.ts'
import { renderPage } from '../html-page.ts'

type Connectors = Readonly<Partial<Record<Network, Connector>>>

/**
 * The page on which a sign-in at a network ends when the operator has named no other. A link to it can only select one
 * of these sentences: nothing from the URL is repeated on the page.
 */
export function connectedPage(connectors: Connectors, query: Readonly<Record<string, unknown>>): string {
  const nameOf = (platform: unknown) => {
    const network = typeof platform === 'string' ? readPlatform(platform) : null
    return network ? connectors[network]?.limits.name : undefined
  }
  const connected = nameOf(query.connected)
  if (connected) {
    return renderPage({ title: `${escapeHtml(connected)} is connected`, body: ['<p>You can close this page.</p>'] })
  }
  const choose = nameOf(query.choose)
  if (choose) {
    return renderPage({
      title: `Choose a page of ${escapeHtml(choose)}`,
      body: [
        '<p>You granted access, and the account has several pages. One of them must be chosen within a day: by the app from which you came here, or by the person who invited you.</p>',
        '<p>Your own program lists them with <code>GET /v1/connections/pages</code>. <a href="/docs/guides/connecting">Connecting accounts</a> shows how.</p>',
      ],
    })
  }
  if (query.error !== undefined) {
    return renderPage({
      title: 'No account was connected',
      body: [`<p>${sentenceOf(query.error)}</p>`, '<p>Go back to your app to try again.</p>'],
    })
  }
  return renderPage({
    title: 'Posthorn',
    body: ['<p>This page shows the result after you connect an account. There is no result to show.</p>'],
  })
}

const sentenceOf = (code: unknown): string =>
  typeof code === 'string' && Object.hasOwn(refusals, code)
    ? escapeHtml(refusals[code as keyof typeof refusals].title).replace(/`([^`]+)`/g, '$1')
    : 'Something went wrong.'
