import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { now } from '#web/lib/clock.ts'
import { type Idea, nameOf, unusedIdeasQuery } from '#web/pages/posts/ideas/ideas-query.ts'
import { useIdeaActions } from '#web/pages/posts/ideas/use-idea-actions.ts'
import { usePlanIdea } from '#web/pages/posts/ideas/use-plan-idea.ts'
import type { PageFilter } from '#web/posts/filters/read-filter.ts'
import { LightLink } from '#web/posts/light-link.tsx'
import { TimeDialog } from '#web/posts/time-dialog.tsx'
import { iconButtonStyle, linkStyle } from '#web/ui/button.tsx'
import { Thumbnail } from '#web/ui/marks/thumbnail.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { postType } from '../chip.tsx'

/** Handles an idea of the tray that is dropped in the calendar. */
export type DropIdea = (ideaId: string, at: Date) => void

interface IdeasProps {
  readonly profileId: string
  readonly filter: PageFilter
  readonly onIdea: RefObject<DropIdea | null>
}

/** The ideas that no post has been made from. They have no account, so a filter by account or network hides them. */
export function TrayIdeas({ profileId, filter, onIdea }: IdeasProps) {
  const { ideas: words } = useMessages('ideas')
  const { account, author, label, network } = filter
  const isHidden = account !== undefined || network !== undefined
  const list = useQuery({ ...unusedIdeasQuery(profileId, { label, authorUid: author }), enabled: !isHidden })
  const ideas = isHidden ? [] : list.data
  const plan = usePlanIdea()
  useEffect(() => {
    onIdea.current = (ideaId, at) => {
      const idea = ideas?.find(({ id }) => id === ideaId)
      if (idea) plan(idea, at)
    }
  })
  return (
    <>
      {list.error && <ProblemBanner error={list.error} onRetry={() => void list.refetch()} />}
      {!isHidden && list.isPending && <WaitingRows count={4} />}
      {ideas?.length === 0 && (
        <p className="px-1 text-ink-3 text-sm">{isHidden ? words.tray.hidden : words.tray.empty}</p>
      )}
      {ideas && ideas.length > 0 && (
        <>
          <p className="px-1 text-ink-3 text-sm">{words.tray.lead}</p>
          <ul aria-label={words.title} className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {ideas.map((idea) => (
              <TrayIdea key={idea.id} idea={idea} onPlan={plan} />
            ))}
          </ul>
        </>
      )}
      <Link to="/p/$profileId/posts" params={{ profileId }} search={{ tab: 'ideas' }} className={`${linkStyle} px-1`}>
        {words.tray.all}
      </Link>
    </>
  )
}

interface IdeaProps {
  readonly idea: Idea
  readonly onPlan: (idea: Idea, at: Date) => void
}

/** An idea: its image and its name. It leads to the board. */
function TrayIdea({ idea, onPlan }: IdeaProps) {
  const { ideas: words } = useMessages('ideas')
  const { mayWrite } = useRights()
  const { write } = useIdeaActions()
  const [isPlanning, setPlanning] = useState(false)
  const name = nameOf(idea) || words.untitled
  return (
    <li className="relative rounded-md bg-surface ring-1 ring-line hover:bg-sunken">
      <LightLink
        href={`/p/${idea.profileId}/posts?tab=ideas`}
        data-idea={idea.id}
        draggable={mayWrite}
        onDragStart={(event) => event.dataTransfer.setData(postType, idea.id)}
        className={`flex min-h-14 items-center gap-2.5 rounded-md py-2 ps-2.5 pe-10 -outline-offset-2 ${mayWrite ? 'cursor-grab' : ''}`}
      >
        <Thumbnail url={idea.thumbnailUrl} count={idea.mediaIds.length} />
        <span dir="auto" className="wrap-anywhere line-clamp-2 min-w-0 flex-1 text-sm">
          {name}
        </span>
      </LightLink>
      {mayWrite && (
        <span className="absolute end-1 top-1">
          <Menu
            label={words.menu(name)}
            align="end"
            triggerClass={iconButtonStyle}
            trigger={<Icon name="more" className="size-4.5" />}
          >
            <MenuItem onSelect={() => setPlanning(true)}>{words.plan}</MenuItem>
            <MenuItem onSelect={() => write(idea)}>{words.write}</MenuItem>
          </Menu>
        </span>
      )}
      {isPlanning && (
        <TimeDialog
          title={words.plan}
          at={new Date(now()).toISOString()}
          onSave={(at) => onPlan(idea, at)}
          onClose={() => setPlanning(false)}
        />
      )}
    </li>
  )
}
