import type { Network } from '../network-names.ts'
import type { Element, Node } from './node.ts'
import type { PreviewPost } from './post.ts'

/**
 * Cards of pages that were read. The web app loads this file with the first of them, so it imports no code that loads
 * earlier.
 */

/** The page of a link, as its head describes it. */
export interface LinkPage {
  readonly title: string
  /** Null or empty if the page has none. */
  readonly description: string | null
  readonly imageUrl: string | null
}

/** These networks show the description of a page. The others show its title and host. */
const describing: readonly Network[] = ['bluesky', 'facebook', 'mastodon']

const element = (tag: string, attributes: Element['attributes'], ...children: readonly Node[]): Element => ({
  tag,
  attributes,
  children,
})

/** Draws the card of a page that was read. A title that the author wrote replaces the page’s own. */
export function drawPage(
  { network, title }: Pick<PreviewPost, 'network' | 'title'>,
  link: string,
  { title: pageTitle, description, imageUrl }: LinkPage,
  isWide: boolean,
): Node {
  const image = imageUrl === null ? null : element('img', { src: imageUrl, alt: '', loading: 'lazy' })
  return element(
    'div',
    { class: `pv-card${isWide || image === null ? '' : ' pv-narrow'}`, 'data-preview-card': 'read' },
    image && element('span', { class: 'pv-card-image pv-frame pv-edged' }, image),
    element(
      'span',
      { class: 'pv-card-words' },
      element('small', {}, new URL(link).hostname.replace(/^www\./, '')),
      element('b', { dir: 'auto' }, title || pageTitle),
      describing.includes(network) && description ? element('small', { dir: 'auto' }, description) : null,
    ),
  )
}

/** Returns the links of a post that networks show as cards. */
export const linksOf = ({ card, extras }: Pick<PreviewPost, 'card' | 'extras'>): readonly string[] => [
  ...(card === null ? [] : [card]),
  ...(extras.cards ?? []),
]
