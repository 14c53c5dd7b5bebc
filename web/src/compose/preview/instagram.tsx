import { useMessages } from '#web/i18n/index.ts'
import { OneLine } from '#web/ui/one-line.tsx'
import { folds } from './folds.ts'
import { Glyph } from './glyphs.tsx'
import { Row } from './grids.tsx'
import { Avatar, MediaFrame, Text } from './parts.tsx'
import type { ShownPost } from './shown-post.ts'

/**
 * The aspect ratios that the feed shows. Other images are cropped, and the first image determines the ratio for all.
 */
const shapes = { min: 4 / 5, max: 1.91 }

/** Instagram: the account above the image, the caption below it. A reel or story fills a phone. */
export function InstagramPreview({ post }: { readonly post: ShownPost }) {
  const { preview } = useMessages()
  const [first] = post.parts
  const [file, ...others] = first?.media ?? []
  if (!first) return null
  if (!file)
    return (
      <p className="m-4 grid min-h-40 place-items-center rounded-md bg-sunken p-4 text-center text-ink-3">
        {preview.needsMedia}
      </p>
    )
  const isTall = others.length === 0 && file.isVideo
  const { min, max } = shapes
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 py-4" data-preview-part>
      <p className="flex items-center gap-2 px-4">
        <Avatar account={post.account} />
        <OneLine className="font-semibold">{post.account.handle}</OneLine>
      </p>
      {isTall ? (
        <div className="grid aspect-[9/16] w-64 max-w-full justify-self-center overflow-hidden rounded-xl">
          <MediaFrame file={file} />
        </div>
      ) : (
        <Row media={first.media} aspect={Math.min(max, Math.max(min, file.aspect ?? 1))} />
      )}
      <div className="grid gap-1 px-4">
        <p aria-hidden="true" className="flex gap-4 pb-1">
          <Glyph name="heart" className="size-6" />
          <Glyph name="bubble" className="size-6" />
          <Glyph name="send" className="size-6" />
        </p>
        {first.text !== '' && <bdi className="font-semibold">{post.account.handle}</bdi>}
        <Text text={first.text} dialect={post.dialect} fold={folds.instagram} />
        {post.firstComment !== '' && (
          <div className="pt-2 text-ink-2">
            <bdi className="font-semibold">{post.account.handle}</bdi>
            <Text text={post.firstComment} dialect={post.dialect} />
          </div>
        )}
      </div>
    </div>
  )
}
