import { memo, type ReactNode, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { NetworkMark, type NetworkName, networks } from '#web/ui/marks/network-mark.tsx'
import { FacebookPreview, LinkedinPreview } from './feeds.tsx'
import { InstagramPreview } from './instagram.tsx'
import { PinterestPreview, StoryPreview, TiktokPreview } from './pictures.tsx'
import type { ShownPost } from './shown-post.ts'
import { BlueskyPreview, MastodonPreview, ThreadsPreview, XPreview } from './threaded.tsx'
import { YoutubePreview } from './youtube.tsx'

const previews: Readonly<Record<NetworkName, (props: { readonly post: ShownPost }) => ReactNode>> = {
  bluesky: BlueskyPreview,
  facebook: FacebookPreview,
  linkedin: LinkedinPreview,
  x: XPreview,
  pinterest: PinterestPreview,
  tiktok: TiktokPreview,
  threads: ThreadsPreview,
  mastodon: MastodonPreview,
  youtube: YoutubePreview,
  instagram: InstagramPreview,
}

const hasContent = ({ parts, title }: ShownPost): boolean =>
  title !== '' || parts.some(({ text, media }) => text.trim() !== '' || media.length > 0)

interface PaneProps {
  readonly posts: readonly ShownPost[]
  /** True if a dialog already shows the title. */
  readonly isBare?: boolean
}

/** The post as each network will show it: the text as sent, after all rules, and the files in order. */
export const PreviewPane = memo(function PreviewPane({ posts, isBare = false }: PaneProps) {
  const { preview } = useMessages()
  const shown = posts.filter(hasContent)
  const [theme, setTheme] = useState<'light' | 'dark' | null>(null)
  const now = theme ?? (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')
  return (
    <section aria-label={preview.title} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <header className="flex min-h-9 items-center justify-between gap-3">
        {isBare ? <span /> : <h2 className="font-medium">{preview.title}</h2>}
        {shown.length > 0 && (
          <button
            type="button"
            onClick={() => setTheme(now === 'dark' ? 'light' : 'dark')}
            className="min-h-9 rounded-md px-2 text-ink-3 text-sm hover:bg-sunken hover:text-ink"
          >
            {now === 'dark' ? preview.showLight : preview.showDark}
          </button>
        )}
      </header>
      {shown.length === 0 && (
        <p className="rounded-lg border border-line border-dashed p-6 text-center text-ink-3">
          {posts.length === 0 ? preview.empty : preview.unwritten}
        </p>
      )}
      {shown.map((post) => {
        const { account, isGuess, isStory } = post
        const Preview = isStory ? StoryPreview : previews[account.network]
        return (
          <article
            key={account.id}
            aria-label={preview.of(networks[account.network].name)}
            data-preview={account.network}
          >
            <p className="flex items-center gap-2 pb-1.5 text-ink-3 text-sm">
              <NetworkMark network={account.network} />
              {networks[account.network].name}
            </p>
            <div
              data-theme={now}
              className={`overflow-hidden rounded-lg border bg-surface text-ink ${isGuess ? 'border-line-strong border-dashed' : 'border-line'}`}
            >
              <Preview post={post} />
            </div>
          </article>
        )
      })}
      {shown.length > 0 && <p className="text-ink-3 text-sm">{preview.approximate}</p>}
    </section>
  )
})
