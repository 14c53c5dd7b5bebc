import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { now } from '#web/lib/clock.ts'
import type { PageFilter } from '#web/posts/filters/read-filter.ts'
import { PostLink } from '#web/posts/post-link.tsx'
import { PostMenu } from '#web/posts/post-menu.tsx'
import { PostNetworks } from '#web/posts/post-networks.tsx'
import type { BriefPost } from '#web/posts/post-time.ts'
import { TimeDialog } from '#web/posts/time-dialog.tsx'
import { iconButtonStyle, linkStyle } from '#web/ui/button.tsx'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { Thumbnail } from '#web/ui/marks/thumbnail.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import type { CalendarPost } from '../calendar-post.ts'
import { postType } from '../chip.tsx'
import { draftsQuery } from './drafts-query.ts'
import { type DropIdea, TrayIdeas } from './tray-ideas.tsx'

interface TrayProps {
  readonly profileId: string
  readonly filter: PageFilter
  readonly onPlace: (post: BriefPost, to: Date) => void
  /** Set to what handles an idea that is dropped in the calendar. */
  readonly onIdea: RefObject<DropIdea | null>
  readonly onClose: () => void
}

/**
 * The drafts without a time and the ideas without a post, next to the calendar and narrowed by its filter. Each can be
 * dragged onto a day, or planned from its menu.
 */
export function Tray({ profileId, filter, onPlace, onIdea, onClose }: TrayProps) {
  const { calendar, ideas: words, shell } = useMessages('ideas')
  const [shown, setShown] = useState<'drafts' | 'ideas'>('drafts')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 p-3">
      <div className="flex items-center justify-between gap-2">
        <h2 className="sr-only">{shown === 'drafts' ? calendar.tray.title : words.title}</h2>
        <ChoiceBar
          label={words.tray.choose}
          value={shown}
          onChange={setShown}
          options={[
            ['drafts', calendar.tray.title],
            ['ideas', words.title],
          ]}
        />
        <button type="button" aria-label={shell.close} onClick={onClose} className={iconButtonStyle}>
          <Icon name="close" className="size-4" />
        </button>
      </div>
      {shown === 'drafts' ? (
        <Drafts profileId={profileId} filter={filter} onPlace={onPlace} />
      ) : (
        <TrayIdeas profileId={profileId} filter={filter} onIdea={onIdea} />
      )}
    </div>
  )
}

function Drafts({ profileId, filter, onPlace }: Pick<TrayProps, 'profileId' | 'filter' | 'onPlace'>) {
  const { calendar } = useMessages()
  const drafts = useQuery(draftsQuery(profileId, filter))
  return (
    <>
      {drafts.error && <ProblemBanner error={drafts.error} onRetry={() => void drafts.refetch()} />}
      {drafts.isPending && <WaitingRows count={4} />}
      {drafts.data?.length === 0 && <p className="px-1 text-ink-3 text-sm">{calendar.tray.empty}</p>}
      {drafts.data && drafts.data.length > 0 && (
        <>
          <p className="px-1 text-ink-3 text-sm">{calendar.tray.lead}</p>
          <ul aria-label={calendar.tray.title} className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {drafts.data.map((post) => (
              <DraftCard key={post.id} post={post} onPlace={onPlace} />
            ))}
          </ul>
        </>
      )}
      <Link to="/p/$profileId/posts" params={{ profileId }} search={{ tab: 'draft' }} className={`${linkStyle} px-1`}>
        {calendar.tray.all}
      </Link>
    </>
  )
}

/** A draft: its image, text and networks. */
function DraftCard({ post, onPlace }: Pick<TrayProps, 'onPlace'> & { readonly post: CalendarPost }) {
  const { calendar, shell } = useMessages()
  const { mayWrite } = useRights()
  const [isScheduling, setScheduling] = useState(false)
  return (
    <li className="relative rounded-md bg-surface outline-dashed outline-1 outline-line-strong -outline-offset-1 hover:bg-sunken">
      <PostLink
        post={post}
        data-draft={post.id}
        draggable={mayWrite}
        onDragStart={(event) => event.dataTransfer.setData(postType, post.id)}
        className={`flex min-h-14 items-center gap-2.5 rounded-md py-2 ps-2.5 pe-10 -outline-offset-2 ${mayWrite ? 'cursor-grab' : ''}`}
      >
        <Thumbnail url={post.thumbnailUrl} count={post.mediaCount} />
        <span className="grid min-w-0 flex-1 gap-1">
          <span dir="auto" className={`wrap-anywhere line-clamp-2 text-sm ${post.content ? '' : 'text-ink-3'}`}>
            {post.content || shell.post.untitled}
          </span>
          <PostNetworks post={post} />
        </span>
      </PostLink>
      <span className="absolute end-1 top-1">
        <PostMenu post={post} moveLabel={calendar.tray.schedule} onMove={() => setScheduling(true)} />
      </span>
      {isScheduling && (
        <TimeDialog
          title={calendar.tray.schedule}
          at={new Date(now()).toISOString()}
          onSave={(at) => onPlace(post, at)}
          onClose={() => setScheduling(false)}
        />
      )}
    </li>
  )
}
