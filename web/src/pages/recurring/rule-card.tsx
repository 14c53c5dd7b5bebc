import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { postQuery } from '#web/app/queries.ts'
import { PublishersOnly } from '#web/app/rights/only.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDayAndTime, formatDistance } from '#web/lib/time.ts'
import { nameZone } from '#web/lib/zones.ts'
import { PostLink } from '#web/posts/post-link.tsx'
import { PostNetworks } from '#web/posts/post-networks.tsx'
import { iconButtonStyle } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { sayRhythm } from '#web/ui/rhythm/rhythm-words.ts'
import { Tag } from '#web/ui/tag.tsx'
import type { Rule } from './form/rule-form.ts'
import { RunList } from './run-list.tsx'
import { useRuleChange } from './use-rule-change.ts'

interface CardProps {
  readonly rule: Rule
  /** True if the page has no other rule, so that there is room for its times. */
  readonly isOnly: boolean
  readonly onEdit: () => void
}

/** A rule: what is published, how often, and when next. */
export function RuleCard({ rule, isOnly, onEdit }: CardProps) {
  const messages = useMessages()
  const { recurring, shell } = messages
  const post = useQuery({ ...postQuery(rule.postId ?? ''), enabled: rule.postId !== null })
  const [isOpen, setOpen] = useState(isOnly)
  const words = sayRhythm(rule.cron, rule.description, messages)
  const name = ownNameOf(rule.name, post.data?.content ?? '')
  const template = post.data && (
    <span className="@container flex min-h-5 min-w-0 flex-1 basis-48 items-center gap-x-2 gap-y-1.5 max-sm:flex-wrap">
      <PostLink
        post={post.data}
        className={`min-w-0 max-w-full hover:underline ${name === null ? 'font-medium' : 'text-ink-2'}`}
      >
        <OneLine>{post.data.content || shell.post.untitled}</OneLine>
      </PostLink>
      <PostNetworks post={post.data} />
    </span>
  )
  // A rule without a name is called by what it publishes, or by its rhythm if that is gone.
  const title = name === null ? template : <bdi className="min-w-0 font-medium">{name}</bdi>
  const isRhythmTitle = !title && !post.isLoading
  return (
    <li>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 pt-1.5 pb-3 ps-4 pe-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          {title ?? (isRhythmTitle && <bdi className="min-w-0 font-medium">{words}</bdi>)}
          {rule.status !== 'active' && (
            <Tag tone={rule.status === 'paused' ? 'waiting' : 'quiet'}>{recurring.status[rule.status]}</Tag>
          )}
        </div>
        <div className="flex gap-2">
          {rule.status === 'active' && (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={recurring.nextRuns}
              title={recurring.nextRuns}
              onClick={() => setOpen(!isOpen)}
              className={iconButtonStyle}
            >
              <Icon name="chevron" className={`size-4.5 ${isOpen ? 'rotate-180' : ''}`} />
            </button>
          )}
          <PublishersOnly>
            <RuleMenu rule={rule} words={words} onEdit={onEdit} />
          </PublishersOnly>
        </div>
        <div className="col-span-2 grid grid-cols-[minmax(0,1fr)] gap-1 pe-2">
          {name !== null && template}
          {post.error && <p className="text-held">{recurring.templateGone}</p>}
          <p className="nums text-ink-3 text-sm">
            {[
              ...(isRhythmTitle ? [] : [words]),
              recurring.inZone(nameZone(rule.timezone)),
              ...(rule.nextRunAt
                ? [recurring.next(formatDayAndTime(rule.nextRunAt), formatDistance(rule.nextRunAt))]
                : []),
              rule.runs > 0 ? recurring.runs(rule.runs) : recurring.neverRan,
            ].join(' · ')}
          </p>
        </div>
      </div>
      {isOpen && rule.status === 'active' && <RunList rule={rule} />}
    </li>
  )
}

/** The name of a rule, unless its post begins with it. */
function ownNameOf(name: string | null, content: string): string | null {
  const plain = name?.trim().toLowerCase()
  return plain && !content.trim().toLowerCase().startsWith(plain) ? name : null
}

interface MenuProps {
  readonly rule: Rule
  readonly words: string
  readonly onEdit: () => void
}

/** All actions of a rule. Deleting it asks for confirmation, since it cannot be undone. */
function RuleMenu({ rule: { id, name, status }, words, onEdit }: MenuProps) {
  const { recurring } = useMessages()
  const queries = useQueryClient()
  const change = useRuleChange()
  const [isDeleting, setDeleting] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.cancelRecurringRule({ id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['recurring'] }),
  })
  return (
    <>
      <Menu
        label={recurring.actions(name ?? words)}
        align="end"
        triggerClass={iconButtonStyle}
        trigger={<Icon name="more" className="size-4.5" />}
      >
        <MenuItem onSelect={onEdit}>{recurring.edit}</MenuItem>
        {status === 'active' && (
          <MenuItem onSelect={() => void change((to) => to.pauseRecurringRule({ id }))}>{recurring.pause}</MenuItem>
        )}
        {status === 'paused' && (
          <MenuItem onSelect={() => void change((to) => to.resumeRecurringRule({ id }))}>{recurring.resume}</MenuItem>
        )}
        <MenuLine />
        <MenuItem onSelect={() => setDeleting(true)}>
          <span className="text-failed">{recurring.remove}</span>
        </MenuItem>
      </Menu>
      {isDeleting && (
        <ConfirmDialog
          title={recurring.removeTitle}
          lead={recurring.removeLead}
          action={recurring.remove}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}
