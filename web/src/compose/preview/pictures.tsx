import { useQuery } from '@tanstack/react-query'
import { useMessages } from '#web/i18n/index.ts'
import { OneLine } from '#web/ui/one-line.tsx'
import { boardsOf, optionsQuery } from '../options/account-options.ts'
import { folds } from './folds.ts'
import { Glyph } from './glyphs.tsx'
import { Row } from './grids.tsx'
import { Avatar, MediaFrame, nameOf, Text } from './parts.tsx'
import type { ShownPost } from './shown-post.ts'

/** Previews of the networks whose posts are primarily images or videos. */

const pinAspect = 2 / 3

export function PinterestPreview({ post }: { readonly post: ShownPost }) {
  const { preview } = useMessages()
  const options = useQuery(optionsQuery(post.account.id))
  const board = boardsOf(options.data).find(({ id }) => id === post.settings.boardId)
  const [first] = post.parts
  if (!first) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4" data-preview-part>
      {first.media.length > 0 ? (
        <Row media={first.media} aspect={Math.max(pinAspect, first.media[0]?.aspect ?? pinAspect)} />
      ) : (
        <Missing words={preview.needsMedia} />
      )}
      <p className="flex items-center justify-between gap-3 text-sm">
        <OneLine className="text-ink-3">{board ? board.name : preview.noBoard}</OneLine>
        {post.card === null ? null : <span className="truncate text-brand">{post.card}</span>}
      </p>
      {post.title !== '' && <p className="font-semibold text-lg">{post.title}</p>}
      <Text text={first.text} dialect={post.dialect} fold={folds.pinterest} />
      <p className="flex items-center gap-2 text-sm">
        <Avatar account={post.account} />
        <OneLine className="font-medium">{nameOf(post.account)}</OneLine>
      </p>
    </div>
  )
}

export function TiktokPreview({ post }: { readonly post: ShownPost }) {
  const { preview } = useMessages()
  const [first] = post.parts
  const [file] = first?.media ?? []
  if (!first) return null
  return (
    <div className="grid justify-items-center gap-3 p-4" data-preview-part>
      {/* The phone is dark in both themes, since its text overlays the image. */}
      <div
        data-theme="dark"
        className="relative grid aspect-[9/16] w-64 max-w-full overflow-hidden rounded-2xl bg-bg text-ink"
      >
        {file ? <MediaFrame file={file} /> : <Missing words={preview.needsMedia} />}
        {first.media.length > 1 && (
          <span className="absolute end-3 top-3 rounded-full bg-bg/80 px-2 text-sm">1/{first.media.length}</span>
        )}
        <span aria-hidden="true" className="absolute end-2.5 bottom-40 grid gap-4 drop-shadow-[0_0_2px_black]">
          <Glyph name="heart" className="size-7 fill-current" />
          <Glyph name="bubble" className="size-7 fill-current" />
          <Glyph name="send" className="size-7" />
        </span>
        <div className="absolute inset-x-0 bottom-0 grid grid-cols-[minmax(0,1fr)] gap-1 bg-bg/70 p-3 pe-10">
          <OneLine className="font-semibold">{nameOf(post.account)}</OneLine>
          {post.title !== '' && <OneLine className="font-medium">{post.title}</OneLine>}
          <Text text={first.text} dialect={post.dialect} fold={folds.tiktok} className="max-h-40 overflow-y-auto" />
        </div>
      </div>
      {typeof post.settings.privacyLevel !== 'string' && <p className="text-failed text-sm">{preview.noPrivacy}</p>}
    </div>
  )
}

/** A story: one image or video that fills a phone, for a day. It has no text. */
export function StoryPreview({ post }: { readonly post: ShownPost }) {
  const { preview } = useMessages()
  const [first] = post.parts
  const [file] = first?.media ?? []
  return (
    <div className="grid justify-items-center p-4" data-preview-part>
      <div
        data-theme="dark"
        className="relative grid aspect-[9/16] w-64 max-w-full overflow-hidden rounded-2xl bg-bg text-ink"
      >
        {file ? <MediaFrame file={file} /> : <Missing words={preview.needsMedia} />}
        <div className="absolute inset-x-0 top-0 grid grid-cols-[minmax(0,1fr)] gap-2 bg-bg/50 p-3">
          <span aria-hidden="true" className="h-0.5 rounded-full bg-ink/70" />
          <p className="flex min-w-0 items-center gap-2 text-sm">
            <Avatar account={post.account} />
            <OneLine className="font-semibold">{nameOf(post.account)}</OneLine>
          </p>
        </div>
      </div>
    </div>
  )
}

const Missing = ({ words }: { readonly words: string }) => (
  <p className="grid min-h-40 place-items-center rounded-md bg-sunken p-4 text-center text-ink-3">{words}</p>
)
