import { type ShownFiles, useShownFiles } from '#web/compose/media/shown-media.ts'
import { useMessages } from '#web/i18n/index.ts'
import type { Post } from '#web/posts/post-time.ts'
import { FoldedText } from '#web/ui/folded-text.tsx'

type File = Post['media'][number]

/** The words and files of the post, and those of each reply of its thread. */
export function PostContent({ post }: { readonly post: Post }) {
  const { posts, shell } = useMessages()
  const files = useShownFiles(post)
  const parts = [{ content: post.content || shell.post.untitled, media: post.media }, ...post.thread]
  return (
    <section aria-labelledby="content-title" className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 id="content-title" className="font-semibold text-lg">
        {posts.post.content}
      </h2>
      <ol className="min-w-0 divide-y divide-line rounded-lg border border-line bg-surface">
        {parts.map(({ content, media }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts is their identity
          <li key={nth} className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4 sm:p-6">
            {content && <FoldedText text={content} className={parts.length === 1 ? 'text-lg' : ''} />}
            {media.length > 0 && <Pictures media={media} files={files} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The files as small pictures. Their places are there before the library has said where the files are. */
function Pictures({ media, files }: { readonly media: readonly File[]; readonly files: ShownFiles }) {
  return (
    <ul className="grid grid-cols-4 gap-2">
      {media.map(({ storagePath, altText }, nth) => {
        const file = files.get(storagePath ?? '')
        const address = file?.isVideo ? file.posterUrl : file?.url
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file can come twice, and the order is its identity
            key={nth}
            className="aspect-square overflow-hidden rounded-md border border-line bg-sunken"
          >
            {address && <img src={address} alt={altText ?? ''} title={altText} className="size-full object-cover" />}
          </li>
        )
      })}
    </ul>
  )
}
