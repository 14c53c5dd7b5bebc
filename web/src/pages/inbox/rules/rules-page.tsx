import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tellFailure } from '#web/ui/toast.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { RuleRow } from './rule-row.tsx'
import { type Rule, rulesQuery } from './rules-query.ts'

export { openTexts } from './rules-query.ts'

/** The rule in the dialog. Null to write a new one. */
type Editing = { readonly rule: Rule | null; readonly triesAtOnce: boolean } | null

/** The rules of the inbox: add, order, try and change them. */
export function RulesPage() {
  const { inboxRules: words } = useMessages('inboxRules')
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { mayManage } = useRights()
  const queries = useQueryClient()
  const [editing, setEditing] = useState<Editing>(null)
  const { data: rules, error, refetch, isPending } = useQuery(rulesQuery(profileId))
  const change = useMutation({
    mutationFn: (changes: { readonly id: string; readonly isOn?: boolean; readonly position?: number }) =>
      api.updateInboxRule(changes),
    onError: (fault) => tellFailure(words.notChanged, fault),
    onSettled: () => queries.invalidateQueries({ queryKey: ['inbox-rules', profileId] }),
  })
  const create = mayManage && (
    <Button variant="primary" onClick={() => setEditing({ rule: null, triesAtOnce: false })}>
      {words.new}
    </Button>
  )
  const isEmpty = rules?.length === 0
  return (
    <Page
      title={words.title}
      crumb={
        <Link to="/p/$profileId/inbox" params={{ profileId }} className="hover:text-ink hover:underline">
          {words.back}
        </Link>
      }
      actions={!isEmpty && create}
      lead={words.lead}
    >
      {error && !rules && <ProblemBanner error={error} onRetry={() => void refetch()} />}
      {isPending && <WaitingRows count={3} />}
      {isEmpty && (
        <EmptyState
          icon="inbox"
          title={words.empty}
          lead={mayManage ? words.emptyLead : words.emptyViewer}
          action={create}
        />
      )}
      {rules && rules.length > 0 && (
        <RowList label={words.list}>
          {rules.map((rule, nth) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              isBusy={change.isPending && change.variables.id === rule.id}
              onTurn={() =>
                rule.isOn ? change.mutate({ id: rule.id, isOn: false }) : setEditing({ rule, triesAtOnce: true })
              }
              onUp={nth === 0 ? null : () => change.mutate({ id: rule.id, position: nth })}
              onEdit={() => setEditing({ rule, triesAtOnce: false })}
            />
          ))}
        </RowList>
      )}
      {editing && <RuleDialog profileId={profileId} {...editing} onClose={() => setEditing(null)} />}
    </Page>
  )
}
