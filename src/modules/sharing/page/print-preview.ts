import { escapeHtml } from '#kernel/text/escape-html.ts'
import type { Dialect } from '#rules/limits.ts'
import { drawParts, drawPost } from '#rules/previews/draw-post.ts'
import { drawPage, type LinkPage, linksOf } from '#rules/previews/link-page.ts'
import { type Element, h, type Node } from '#rules/previews/node.ts'
import type { DrawCard, DrawFilm, PreviewPart, PreviewPost, PreviewWords } from '#rules/previews/post.ts'
import type { PostPreview } from '../schema.ts'

export type Target = PostPreview['targets'][number]

interface Shown {
  readonly target: Target
  readonly dialect: Dialect
  /** The name of the account, or of the brand if no account is connected. */
  readonly name: string
  readonly handle: string
  readonly say: PreviewWords
  /** The pages of links that were read. */
  readonly pages: ReadonlyMap<string, LinkPage>
}

/** Draws a video with its controls. One without a poster loads its first image. */
const drawFilm: DrawFilm = ({ url, posterUrl }, name) =>
  h('video', {
    src: url,
    'aria-label': name,
    poster: posterUrl ?? undefined,
    preload: posterUrl === null ? 'metadata' : 'none',
    controls: true,
    playsinline: true,
  })

/** Prints the preview of one target. Readers can open its links and play its videos. */
export function printPreview({ target, dialect, name, handle, say, pages }: Shown): string {
  const post: PreviewPost = {
    network: target.network,
    dialect,
    name,
    handle,
    avatarUrl: target.account?.avatarUrl ?? null,
    isStory: target.format === 'story',
    parts: target.parts.map(readPart),
    title: target.title ?? '',
    card: cardOf(target),
    firstComment: target.firstComment ?? '',
    extras: target.extras,
    topic: null,
    board: null,
  }
  const drawCard: DrawCard = (shown, link, isWide) => {
    const page = pages.get(link)
    return page ? drawPage(shown, link, page, isWide) : null
  }
  return printNode(drawPost({ post, say, isLive: true, drawFilm, drawCard }))
}

/** Returns the links that previews show as cards. */
export const cardLinksOf = (targets: readonly Target[]): readonly string[] => [
  ...new Set(targets.flatMap((target) => linksOf({ card: cardOf(target), extras: target.extras }))),
]

/** Prints a post that is for no account yet. */
export const printParts = (parts: PostPreview['parts'], say: PreviewWords): string =>
  printNode(drawParts(parts.map(readPart), { say, isLive: true, drawFilm }))

/** Returns the link that is shown as a card. Files, polls and cards take its place, except in an article. */
function cardOf({ link, format, extras, parts: [first] }: Target): string | null {
  const isTaken = (first?.media.length ?? 0) > 0 || extras.poll !== undefined || extras.cards !== undefined
  return isTaken && format !== 'article' ? null : link
}

const readPart = ({ text, media }: PostPreview['parts'][number]): PreviewPart => ({
  text,
  files: media.map(({ kind, url, posterUrl, altText, width, height }) => ({
    kind,
    url,
    posterUrl,
    altText: altText ?? '',
    aspect: height > 0 ? width / height : null,
    rejected: null,
  })),
})

/** The elements of previews that have no end tag. */
const empty: readonly string[] = ['img', 'path']

/** Prints a drawn preview as HTML. All texts and attributes are escaped. */
function printNode(node: Node): string {
  if (node === null) return ''
  if (typeof node === 'string') return escapeHtml(node)
  const start = `<${node.tag}${Object.entries(node.attributes).map(printAttribute).join('')}>`
  return empty.includes(node.tag) ? start : `${start}${node.children.map(printNode).join('')}</${node.tag}>`
}

function printAttribute([name, value]: readonly [string, Element['attributes'][string]]): string {
  if (value === undefined || value === false) return ''
  return value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`
}
