import { useMemo, useState } from 'react'
import type { PreviewPost } from '#rules/previews/post.ts'
import { useLimits } from '#web/compose/check/limits.ts'
import type { Account } from '#web/compose/draft/draft.ts'
import { useMessages } from '#web/i18n/index.ts'
import { LinkCards } from '#web/posts/preview/link-cards.tsx'
import { hasContent, PostPreview } from '#web/posts/preview/post-preview.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Walk } from './walk.ts'

/** The post as the network shows it, rendered from what was sent. */
export function SentPreview({ walk, account }: { readonly walk: Walk; readonly account: Account }) {
  const { preview } = useMessages()
  const dialect = useLimits().get(walk.network)?.dialect ?? 'plain'
  const post = useMemo(() => showSent(walk, account, dialect), [walk, account, dialect])
  const [theme, setTheme] = useState<'light' | 'dark' | null>(null)
  const now = theme ?? (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')
  if (!hasContent(post)) return null
  return (
    <section aria-label={preview.title} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <header className="flex min-h-9 items-center justify-between gap-3">
        <h3 className="font-medium">{preview.title}</h3>
        <Button variant="quiet" onClick={() => setTheme(now === 'dark' ? 'light' : 'dark')}>
          {now === 'dark' ? preview.showLight : preview.showDark}
        </Button>
      </header>
      <PostPreview post={post} theme={now} cards={LinkCards} />
      <p className="text-ink-3">{preview.approximate}</p>
    </section>
  )
}

function showSent(walk: Walk, account: Account, dialect: PreviewPost['dialect']): PreviewPost {
  const { parts, title, link, firstComment, extras, settings, format } = walk.sent
  const { topicTag } = settings as { readonly topicTag?: unknown }
  return {
    network: account.network,
    dialect,
    name: account.displayName ?? account.handle,
    handle: account.handle,
    avatarUrl: account.avatarUrl,
    isStory: format === 'story',
    parts: parts.map(({ text, media }) => ({
      text,
      // A video is shown by its poster, which is enough to recognize it.
      files: media.map(({ kind, url, altText, width, height }) => ({
        kind,
        url: kind === 'video' ? '' : (url ?? ''),
        posterUrl: kind === 'video' ? url : null,
        altText: altText ?? '',
        aspect: width && height ? width / height : null,
        rejected: null,
      })),
    })),
    title: title ?? '',
    card: parts[0]?.media.length === 0 && !extras.poll && !extras.cards ? link : null,
    firstComment: firstComment ?? '',
    extras,
    topic: typeof topicTag === 'string' ? topicTag.replace(/^#/, '') : null,
    board: null,
  }
}
