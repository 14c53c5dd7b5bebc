import { useLimits } from '#web/compose/check/limits.ts'
import type { Account } from '#web/compose/draft/draft.ts'
import { PreviewPane } from '#web/compose/preview/preview-pane.tsx'
import type { ShownPost } from '#web/compose/preview/shown-post.ts'
import type { Walk } from './walk.ts'

/** The post as the network shows it, rendered from what was sent. */
export function SentPreview({ walk, account }: { readonly walk: Walk; readonly account: Account }) {
  const limits = useLimits()
  const { parts, title, link, firstComment, settings, extras } = walk.sent
  const post: ShownPost = {
    account,
    dialect: limits.get(walk.network)?.dialect ?? 'plain',
    isGuess: false,
    isStory: walk.sent.format === 'story',
    parts: parts.map(({ text, media }, nth) => ({
      key: String(nth),
      text,
      media: media.map(({ kind, url, altText }, no) => ({
        key: String(no),
        address: url ?? '',
        // A video is shown by its poster, which is enough to recognize it.
        poster: null,
        isVideo: false,
        altText: altText ?? kind,
        aspect: null,
        rejected: null,
      })),
    })),
    title: title ?? '',
    card: parts[0]?.media.length === 0 && !extras.poll && !extras.cards ? link : null,
    firstComment: firstComment ?? '',
    extras,
    settings,
  }
  return <PreviewPane posts={[post]} />
}
