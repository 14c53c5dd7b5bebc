import type { ReactNode } from 'react'
import { OneLine } from '#web/ui/one-line.tsx'
import { BelowText } from './extras.tsx'
import { GlyphBar, type GlyphName } from './glyphs.tsx'
import { Grid, Row } from './grids.tsx'
import { Avatar, LinkCard, nameOf, Text } from './parts.tsx'
import type { ShownPart, ShownPost } from './shown-post.ts'

/** Previews of the networks whose posts are short messages that may form a thread. */

interface ThreadedProps {
  readonly post: ShownPost
  readonly name: ReactNode
  readonly bar: readonly GlyphName[]
  readonly hasCounts?: boolean
  readonly media: (part: ShownPart) => ReactNode
  readonly isSquare?: boolean
}

function Threaded({
  post: { account, parts, dialect, card, extras },
  name,
  bar,
  hasCounts = true,
  media,
  isSquare = false,
}: ThreadedProps) {
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)]">
      {parts.map((part, nth) => (
        <li key={part.key} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 p-4 not-last:pb-0">
          <div className="grid grid-rows-[auto_1fr] justify-items-center gap-1">
            <Avatar account={account} isSquare={isSquare} />
            {nth < parts.length - 1 && <span aria-hidden="true" className="w-0.5 bg-line" />}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 pb-1" data-preview-part>
            {name}
            <Text text={part.text} dialect={dialect} />
            {media(part)}
            {nth === 0 && card && <LinkCard link={card} />}
            {nth === 0 && <BelowText extras={extras} />}
            <GlyphBar names={bar} hasCounts={hasCounts} />
          </div>
        </li>
      ))}
    </ol>
  )
}

const Name = ({ post: { account }, handle }: { readonly post: ShownPost; readonly handle: string }) => (
  <p className="flex min-w-0 gap-1.5">
    <OneLine className="font-semibold">{nameOf(account)}</OneLine>
    <OneLine className="text-ink-3">{handle}</OneLine>
  </p>
)

const at = (handle: string): string => (handle.startsWith('@') ? handle : `@${handle}`)
const bubbles = ['bubble', 'repost', 'heart'] as const

export const BlueskyPreview = ({ post }: { readonly post: ShownPost }) => (
  <Threaded
    post={post}
    name={<Name post={post} handle={at(post.account.handle)} />}
    bar={bubbles}
    media={({ media }) => <Grid media={media} className="rounded-md" />}
  />
)

export const XPreview = ({ post }: { readonly post: ShownPost }) => (
  <Threaded
    post={post}
    name={<Name post={post} handle={at(post.account.handle)} />}
    bar={[...bubbles, 'views']}
    media={({ media }) => <Grid media={media} single={{ min: 0.75, max: 16 / 9 }} className="rounded-lg" />}
  />
)

export const ThreadsPreview = ({ post }: { readonly post: ShownPost }) => (
  <Threaded
    post={post}
    name={
      <p className="flex min-w-0 gap-1.5">
        <OneLine className="font-semibold">{post.account.handle}</OneLine>
        {typeof post.settings.topicTag === 'string' && (
          <span className="truncate text-ink-3">› {post.settings.topicTag.replace(/^#/, '')}</span>
        )}
      </p>
    }
    bar={['heart', 'bubble', 'repost', 'send']}
    hasCounts={false}
    media={({ media }) => <Row media={media} aspect={media[0]?.aspect ?? 0.8} />}
  />
)

export function MastodonPreview({ post }: { readonly post: ShownPost }) {
  const { contentWarning } = post.extras
  return (
    <>
      {contentWarning && <p className="border-line border-b bg-partial/10 px-4 py-2">{contentWarning}</p>}
      <Threaded
        post={post}
        name={<Name post={post} handle={at(post.account.handle)} />}
        bar={['reply', 'repost', 'star']}
        media={({ media }) => <Grid media={media} single={{ min: 16 / 9, max: 16 / 9 }} className="rounded-md" />}
        isSquare
      />
    </>
  )
}
