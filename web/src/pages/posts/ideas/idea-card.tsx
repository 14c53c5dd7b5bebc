import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { now } from '#web/lib/clock.ts'
import { LabelChips } from '#web/posts/labels/label-chips.tsx'
import { TimeDialog } from '#web/posts/time-dialog.tsx'
import type { KnownPerson } from '#web/posts/use-person.ts'
import { iconButtonStyle } from '#web/ui/button.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { Thumbnail } from '#web/ui/marks/thumbnail.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { type Idea, nameOf, type Stage } from './ideas-query.ts'

/** Actions of the board that a card offers. */
export interface CardActions {
  readonly open: (idea: Idea) => void
  readonly write: (idea: Idea) => void
  /** Writes a draft with a time. */
  readonly plan: (idea: Idea, at: Date) => void
  readonly remove: (idea: Idea) => void
  readonly toStage: (idea: Idea, stageId: string) => void
  /** Moves the idea by one within its stage. */
  readonly step: (idea: Idea, by: -1 | 1) => void
}

interface CardProps {
  readonly idea: Idea
  readonly stages: readonly Stage[]
  readonly stageName: (stage: Stage) => string
  readonly labelNames: readonly string[]
  readonly author: KnownPerson | undefined
  readonly isFirst: boolean
  readonly isLast: boolean
  /** True if the dragged idea would be dropped before this one. */
  readonly isMarked: boolean
  readonly actions: CardActions
  readonly onHold: (event: PointerEvent<HTMLElement>) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** An idea on the board: its title, first lines, image, labels and author. */
export function IdeaCard({
  idea,
  stages,
  stageName,
  labelNames,
  author,
  isFirst,
  isLast,
  isMarked,
  actions,
  onHold,
  onKeyDown,
}: CardProps) {
  const { ideas: words } = useMessages('ideas')
  const { mayWrite, mayDelete } = useRights()
  const [isPlanning, setPlanning] = useState(false)
  const name = nameOf(idea) || words.untitled
  const rest = idea.title ? idea.text : idea.text.trim().split('\n').slice(1).join('\n')
  const others = stages.filter(({ id }) => id !== idea.stageId)
  return (
    <li
      data-idea={idea.id}
      onPointerDown={mayWrite ? onHold : undefined}
      className={`relative rounded-md bg-surface shadow-1 ring-1 ring-line hover:ring-line-2 ${mayWrite ? 'cursor-grab select-none' : ''} ${
        isMarked
          ? 'before:-top-1.5 before:absolute before:inset-x-0 before:h-0.5 before:rounded-full before:bg-brand'
          : ''
      }`}
    >
      <button
        type="button"
        data-open
        aria-describedby="idea-keys"
        onClick={() => actions.open(idea)}
        onKeyDown={onKeyDown}
        className="grid w-full grid-cols-[minmax(0,1fr)] gap-1.5 rounded-md py-2.5 ps-3 pe-3 text-start"
      >
        <span className="flex gap-2.5 pe-8">
          <span className="grid min-w-0 flex-1 content-start gap-0.5">
            <span dir="auto" className="wrap-anywhere line-clamp-3 font-medium">
              {name}
            </span>
            {rest.trim() !== '' && (
              <span dir="auto" className="wrap-anywhere line-clamp-2 text-ink-2 text-sm">
                {rest}
              </span>
            )}
            <span className="flex mt-1 min-h-5 flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-xs">
              {labelNames.length > 0 && <LabelChips profileId={idea.profileId} names={labelNames} most={3} />}
              {idea.url && idea.title !== '' && (
                <span className="flex min-w-0 items-center gap-1">
                  <Icon name="link" className="size-3.5" />
                  <bdi className="truncate">{hostOf(idea.url)}</bdi>
                </span>
              )}
              {idea.postCount > 0 && (
                <span className="nums flex items-center gap-1">
                  <Icon name="posts" className="size-3.5" />
                  {words.posts(idea.postCount)}
                </span>
              )}
              {author && (
                <span className="absolute end-2.5 bottom-2.5 flex">
                  <Face name={author.name} url={author.avatarUrl} size={20} />
                  <span className="sr-only">{words.by(author.name)}</span>
                </span>
              )}
            </span>
          </span>
          <Thumbnail url={idea.thumbnailUrl} count={idea.mediaIds.length} size={40} />
        </span>
      </button>
      {(mayWrite || mayDelete) && (
        <span data-no-drag className="absolute end-1 top-1">
          <Menu
            label={words.menu(name)}
            align="end"
            triggerClass={iconButtonStyle}
            trigger={<Icon name="more" className="size-4.5" />}
          >
            {mayWrite && <MenuItem onSelect={() => actions.write(idea)}>{words.write}</MenuItem>}
            {mayWrite && <MenuItem onSelect={() => setPlanning(true)}>{words.plan}</MenuItem>}
            {mayWrite && <MenuLine />}
            {mayWrite &&
              others.map((stage) => (
                <MenuItem key={stage.id} onSelect={() => actions.toStage(idea, stage.id)}>
                  {words.moveTo(stageName(stage))}
                </MenuItem>
              ))}
            {mayWrite && !isFirst && <MenuItem onSelect={() => actions.step(idea, -1)}>{words.up}</MenuItem>}
            {mayWrite && !isLast && <MenuItem onSelect={() => actions.step(idea, 1)}>{words.down}</MenuItem>}
            {mayWrite && <MenuLine />}
            {mayDelete && (
              <MenuItem onSelect={() => actions.remove(idea)}>
                <span className="text-failed">{words.dialog.remove}</span>
              </MenuItem>
            )}
          </Menu>
          {isPlanning && (
            <TimeDialog
              title={words.plan}
              at={new Date(now()).toISOString()}
              onSave={(at) => actions.plan(idea, at)}
              onClose={() => setPlanning(false)}
            />
          )}
        </span>
      )}
    </li>
  )
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
