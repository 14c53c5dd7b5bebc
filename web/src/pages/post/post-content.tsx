import { type ShownFiles, shownFileOf, useShownFiles } from '#web/compose/media/shown-media.ts'
import { useMessages } from '#web/i18n/index.ts'
import type { Post } from '#web/posts/post-time.ts'
import { FoldedText } from '#web/ui/folded-text.tsx'

type File = Post['media'][number]

/** The files and the text of the post and of each reply in its thread. */
export function PostContent({ post }: { readonly post: Post }) {
  const { posts, shell } = useMessages()
  const files = useShownFiles(post)
  const parts = [{ content: post.content || shell.post.untitled, media: post.media }, ...post.thread]
  return (
    <section
      aria-labelledby="content-title"
      className="overflow-hidden rounded-lg bg-surface shadow-1 ring-1 ring-line"
    >
      <h2 id="content-title" className="sr-only">
        {posts.post.content}
      </h2>
      <ol className="min-w-0 divide-y divide-line">
        {parts.map(({ content, media }, nth) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts is their identity
            key={nth}
            className={`grid grid-cols-[minmax(0,1fr)] ${media.length > 0 ? 'items-start md:max-lg:grid-cols-[18rem_minmax(0,1fr)]' : ''}`}
          >
            {media.length > 0 && <Pictures media={media} files={files} />}
            {content && (
              <div className="p-4">
                <FoldedText text={content} className={parts.length === 1 ? 'text-[0.9375rem] leading-6' : ''} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The files, as wide as the column: one alone, or in two columns. Their places are reserved until they are known. */
function Pictures({ media, files }: { readonly media: readonly File[]; readonly files: ShownFiles }) {
  const isAlone = media.length === 1
  return (
    <ul className={`grid gap-px ${isAlone ? '' : 'grid-cols-2'}`}>
      {media.map(({ altText, ...named }, nth) => {
        const file = shownFileOf(named, files)
        const address = file?.isVideo ? file.posterUrl : file?.url
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file can come twice, and the order is its identity
            key={nth}
            className={`overflow-hidden bg-sunken ${isAlone ? 'aspect-4/3' : 'aspect-square last:odd:col-span-2 last:odd:aspect-2/1'}`}
          >
            {address && <img src={address} alt={altText ?? ''} title={altText} className="size-full object-cover" />}
          </li>
        )
      })}
    </ul>
  )
}
