import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDayAndTime, formatDistance } from '#web/lib/time.ts'
import { iconButtonStyle } from '#web/ui/button.tsx'
import { StatusIcon } from '#web/ui/marks/status-badge.tsx'
import { Thumbnail } from '#web/ui/marks/thumbnail.tsx'
import { showFullText } from '#web/ui/one-line.tsx'
import { ZonedTime } from '#web/ui/zone/zoned-time.tsx'
import { LabelChips } from './labels/label-chips.tsx'
import { PostLink } from './post-link.tsx'
import { PostMenu } from './post-menu.tsx'
import { PostNetworks } from './post-networks.tsx'
import { type PostReason, useReason } from './post-reason.ts'
import { isEditable, plannedTimeOf, type RowPost } from './post-time.ts'

interface RowProps {
  readonly post: RowPost
  /** The time, in a list whose headings show the day. */
  readonly time?: string
  /** The reason to show below the text. Defaults to the post's own; null for none. */
  readonly reason?: PostReason | null
  /** The buttons that resolve what the reason says. They take the place of the networks and the time. */
  readonly actions?: ReactNode
  /** A face, between the text and the networks. */
  readonly author?: ReactNode
  /** Asks for another time. Omitted where posts cannot be moved. */
  readonly onMove?: (() => void) | undefined
}

/**
 * A post in any list: its state, picture, text, networks and time, on one line of 44 pixels, or on 64 if there is a
 * reason to show. The row is a link; its actions appear on hover and focus. A narrow row has two lines.
 */
export function PostRow({ post, time, reason: given, actions, author, onMove }: RowProps) {
  const { posts, shell } = useMessages()
  const own = useReason(post)
  const reason = given === undefined ? own : given
  const { thumbnailUrl, mediaCount, tags = [] } = post
  const planned = plannedTimeOf(post)
  const edited = post.updatedAt ? posts.edited(formatDistance(post.updatedAt)) : ''
  const when = time ?? (planned ? formatDayAndTime(planned) : edited)
  return (
    <div className="group/row @container relative rounded-[inherit]">
      <div className="flex flex-wrap items-center rounded-[inherit] hover:bg-sunken/60 has-[a:active]:bg-sunken">
        <PostLink
          post={post}
          className={`grid min-h-16 min-w-0 flex-1 basis-80 grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2.5 -outline-offset-2 @2xl:flex @2xl:py-0 ${reason ? '' : '@2xl:min-h-11'}`}
        >
          <span className="row-span-2">
            <StatusIcon status={post.status} />
            <span className="sr-only">{shell.post.status[post.status]}</span>
          </span>
          <span className="row-span-2 empty:hidden">
            <Thumbnail url={thumbnailUrl} count={mediaCount} size={reason ? 40 : 'row'} />
          </span>
          <span className={`grid min-w-0 @2xl:flex-1 ${thumbnailUrl ? 'col-span-2' : 'col-span-3'}`}>
            <span
              onPointerEnter={showFullText}
              className={`wrap-anywhere line-clamp-2 @2xl:line-clamp-1 ${post.content ? '' : 'text-ink-3'}`}
            >
              <bdi>{post.content || shell.post.untitled}</bdi>
            </span>
            {reason && (
              <span className="line-clamp-2 text-sm @2xl:line-clamp-1" style={{ color: reason.color }}>
                {reason.text}
              </span>
            )}
          </span>
          {tags.length > 0 && (
            <LabelChips profileId={post.profileId} names={tags} most={1} className="hidden shrink-0 @2xl:flex" />
          )}
          {actions ? (
            author
          ) : (
            <span
              className={`flex min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-1 @2xl:contents ${thumbnailUrl ? 'col-span-2' : 'col-span-3'}`}
            >
              <span className="flex min-w-0 items-center gap-2 @2xl:contents">
                {author}
                <span className="nums whitespace-nowrap text-ink-2 text-sm @2xl:order-last @2xl:min-w-30 @2xl:text-end">
                  {planned ? <ZonedTime at={planned}>{when}</ZonedTime> : when}
                </span>
              </span>
              <span className="flex justify-end @2xl:w-25 @2xl:justify-start">
                <PostNetworks post={post} />
              </span>
            </span>
          )}
        </PostLink>
        {actions && (
          <div className="flex shrink-0 items-center gap-2 pe-4 @max-2xl:-mt-1 @max-2xl:basis-full @max-2xl:ps-11 @max-2xl:pb-3">
            {actions}
          </div>
        )}
      </div>
      {!actions && <RowActions post={post} onMove={onMove} />}
    </div>
  )
}

/** The actions of a row, over its time, shown on hover and focus. A phone has them on the post's page. */
function RowActions({ post, onMove }: Pick<RowProps, 'post' | 'onMove'>) {
  const { posts } = useMessages()
  const { mayWrite, mayChange } = useRights()
  const { profileId } = post
  const mayEdit = mayWrite && mayChange(post) && isEditable(post) && post.deletedAt === null
  return (
    <div className="absolute inset-y-0 end-2 hidden items-end pb-1 opacity-0 @2xl:items-center @2xl:pb-0 focus-within:opacity-100 has-data-popup-open:opacity-100 group-hover/row:opacity-100 @lg:flex">
      <span className="flex rounded-md bg-[color-mix(in_oklab,var(--sunken)_60%,var(--surface))] group-has-checked/selectable:bg-brand-tint">
        {mayEdit && (
          <Link
            to="/p/$profileId/compose"
            params={{ profileId }}
            search={{ post: post.id }}
            aria-label={posts.post.edit}
            title={posts.post.edit}
            className={iconButtonStyle}
          >
            <Icon name="pen" className="size-4" />
          </Link>
        )}
        {mayEdit && onMove && (
          <button
            type="button"
            aria-label={posts.moveTo}
            title={posts.moveTo}
            onClick={onMove}
            className={iconButtonStyle}
          >
            <Icon name="calendar" className="size-4" />
          </button>
        )}
        <PostMenu post={post} onMove={onMove} />
      </span>
    </div>
  )
}
