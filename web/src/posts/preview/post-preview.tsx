import { type ComponentType, createElement, memo, type ReactNode, useMemo, useState } from 'react'
import { drawPost } from '#rules/previews/draw-post.ts'
import type { Element, Node } from '#rules/previews/node.ts'
import type { DrawCard, PreviewPost, PreviewWords } from '#rules/previews/post.ts'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { formatLength } from '#web/lib/time.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'
import './previews.css'

export interface LinkCardsProps {
  readonly post: PreviewPost
  readonly onFound: (found: { readonly drawCard: DrawCard }) => void
}

/** True if there is something to show. */
export const hasContent = ({ parts, title }: PreviewPost): boolean =>
  title !== '' || parts.some(({ text, files }) => text.trim() !== '' || files.length > 0)

const wordsOf = ({ preview }: Pick<Messages, 'preview'>): PreviewWords => ({
  ...preview,
  pollEnds: (minutes) => preview.pollEnds(formatLength(minutes)),
})

interface PreviewProps {
  readonly post: PreviewPost
  readonly theme: 'light' | 'dark'
  /** Finds the pages that the post links to. Late code in the composer. */
  readonly cards: ComponentType<LinkCardsProps>
  /** True until the service has said what it will send. A dashed frame marks such a guess. */
  readonly isGuess?: boolean
}

/** The post as the network of one account shows it, drawn by the same code as on the pages of share links. */
export const PostPreview = memo(function PostPreview({ post, theme, cards: LinkCards, isGuess = false }: PreviewProps) {
  const { preview } = useMessages()
  const [found, setFound] = useState<{ readonly drawCard?: DrawCard }>({})
  const drawn = useMemo(
    () => showNode(drawPost({ post, say: wordsOf({ preview }), isLive: false, ...found })),
    [post, preview, found],
  )
  return (
    <article aria-label={preview.of(networks[post.network].name)} data-preview={post.network} className="w-full">
      <div
        data-theme={theme}
        className={`pv overflow-hidden rounded-lg border ${isGuess ? 'border-line-strong border-dashed' : 'border-line'}`}
      >
        {drawn}
      </div>
      {!isGuess && (post.card ?? post.extras.cards) && <LinkCards post={post} onFound={setFound} />}
    </article>
  )
})

/** Attributes whose names differ in React. */
const names: Readonly<Record<string, string>> = { class: 'className', tabindex: 'tabIndex', playsinline: 'playsInline' }

/** Renders a drawn preview. The position of a node is its identity, so that an edit changes only what differs. */
function showNode(node: Node): ReactNode {
  if (node === null || typeof node === 'string') return node
  return createElement(node.tag, propsOf(node), ...node.children.map(showNode))
}

const propsOf = ({ attributes }: Element): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [names[name] ?? name, value]))
