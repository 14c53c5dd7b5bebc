import type { Connector } from '#connectors/connector.ts'
import { refusals } from '#kernel/errors.ts'
import { type Network, readPlatform } from '#rules/network-names.ts'
import { escapeHtml, renderPage } from '../html-page.ts'

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
      title: `${escapeHtml(choose)} has let us in`,
      body: ['<p>The account has several pages. Choose one where you came from, within a day.</p>'],
    })
  }
  if (query.error !== undefined) {
    return renderPage({
      title: 'Nothing was connected',
      body: [`<p>${sentenceOf(query.error)}</p>`, '<p>You can start again where you came from.</p>'],
    })
  }
  return renderPage({
    title: 'Posthorn',
    body: ['<p>Whoever has connected an account ends here. There is nothing to see.</p>'],
  })
}

const sentenceOf = (code: unknown): string =>
  typeof code === 'string' && Object.hasOwn(refusals, code)
    ? escapeHtml(refusals[code as keyof typeof refusals].title).replace(/`([^`]+)`/g, '$1')
    : 'It did not work.'
