import type { ReactNode } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { OneLine } from '#web/ui/one-line.tsx'
import { BelowText } from './extras.tsx'
import { folds } from './folds.ts'
import { Glyph } from './glyphs.tsx'
import { Grid } from './grids.tsx'
import { Avatar, Bar, LinkCard, nameOf, Text } from './parts.tsx'
import type { ShownPost } from './shown-post.ts'

/** Previews of the networks whose posts are cards in a feed. */

function Head({ post: { account }, line }: { readonly post: ShownPost; readonly line: ReactNode }) {
  return (
    <header className="flex items-center gap-3 px-4 pt-4">
      <Avatar account={account} />
      <div className="min-w-0">
        <OneLine className="font-semibold">{nameOf(account)}</OneLine>
        <p className="flex items-center gap-1 text-ink-3 text-sm">{line}</p>
      </div>
    </header>
  )
}

function FirstComment({ post: { account, firstComment, dialect } }: { readonly post: ShownPost }) {
  if (firstComment === '') return null
  return (
    <div className="mx-4 mb-4 grid grid-cols-[minmax(0,1fr)] gap-0.5 rounded-md bg-sunken p-3">
      <OneLine className="font-semibold text-sm">{nameOf(account)}</OneLine>
      <Text text={firstComment} dialect={dialect} />
    </div>
  )
}

export function LinkedinPreview({ post }: { readonly post: ShownPost }) {
  const { preview } = useMessages()
  const [first] = post.parts
  if (!first) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3" data-preview-part>
      <Head post={post} line={preview.justNow} />
      <Text text={first.text} dialect={post.dialect} fold={folds.linkedin} className="px-4" />
      <Grid media={first.media} single={{ min: 0.8, max: 1.91 }} />
      {post.card && post.extras.quotes === undefined && (
        <div className="px-4">
          <LinkCard link={post.card} isWide={false} />
        </div>
      )}
      <BelowText extras={post.extras} className="px-4" />
      <div className="border-line border-t px-4 py-3">
        <Bar words={preview.linkedinBar.split(' · ')} />
      </div>
      <FirstComment post={post} />
    </div>
  )
}

export function FacebookPreview({ post }: { readonly post: ShownPost }) {
  const { preview } = useMessages()
  const [first] = post.parts
  if (!first) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3" data-preview-part>
      <Head
        post={post}
        line={
          <>
            {preview.justNow} · <Glyph name="globe" className="size-3.5" />
          </>
        }
      />
      <Text text={first.text} dialect={post.dialect} fold={folds.facebook} className="px-4" />
      <Grid media={first.media} most={5} single={{ min: 0.8, max: 1.91 }} />
      {post.card && <LinkCard link={post.card} />}
      <BelowText extras={post.extras} className="px-4" />
      <div className="border-line border-t px-4 py-3">
        <Bar words={preview.facebookBar.split(' · ')} />
      </div>
      <FirstComment post={post} />
    </div>
  )
}
