import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { postQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { RuleDialog } from './form/rule-dialog.tsx'
import type { RecurringSearch } from './recurring-search.ts'
import { RuleCard } from './rule-card.tsx'
import { rulesQuery } from './rules-query.ts'

/** The recurring posts. The open form is in the URL. */
export function RecurringPage() {
  const { recurring } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { rule: open, post } = useSearch({ from: '/p/$profileId/recurring' })
  const navigate = useNavigate({ from: '/p/$profileId/recurring' })
  const { mayPublish } = useRights()
  const rules = useQuery(rulesQuery(profileId))
  const posts = useQueries({ queries: (rules.data ?? []).flatMap(({ postId }) => (postId ? postQuery(postId) : [])) })
  // How many lines a rule takes depends on its post.
  const isWaiting = rules.isPending || (posts.length > 0 && posts.every(({ isPending }) => isPending))
  const show = (search: RecurringSearch) => void navigate({ search })
  const edited = rules.data?.find(({ id }) => id === open)
  const create = mayPublish && (
    <Button variant="primary" onClick={() => show({ rule: 'new' })}>
      {recurring.create}
    </Button>
  )
  const isEmpty = rules.data?.length === 0
  return (
    <Page title={recurring.title} lead={recurring.lead} actions={!isEmpty && create}>
      {rules.error && <ProblemBanner error={rules.error} onRetry={() => void rules.refetch()} />}
      {isWaiting && <WaitingRows count={4} />}
      {isEmpty && (
        <EmptyState
          icon="repeat"
          title={recurring.empty}
          {...(mayPublish && { lead: recurring.emptyLead, action: create })}
        />
      )}
      {rules.data && !isEmpty && !isWaiting && (
        <ul
          aria-label={recurring.title}
          className="divide-y divide-line overflow-clip rounded-lg bg-surface shadow-1 ring-1 ring-line"
        >
          {rules.data.map((rule) => (
            <RuleCard
              key={rule.id}
              rule={rule}
              isOnly={rules.data.length === 1}
              onEdit={() => show({ rule: rule.id })}
            />
          ))}
        </ul>
      )}
      {mayPublish && (open === 'new' || edited) && (
        <RuleDialog key={open} profileId={profileId} rule={edited ?? null} postId={post} onClose={() => show({})} />
      )}
    </Page>
  )
}
