import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { slotPlansQuery } from '#web/posts/times/slot-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { PlanCard } from './plan-card.tsx'

/** The weekly posting times of a brand. */
export function PostingTimesPage() {
  const { slots } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { mayPublish } = useRights()
  const plans = useQuery(slotPlansQuery(profileId))
  const [isNew, setNew] = useState(false)
  const create = (variant: 'primary' | 'plain') =>
    mayPublish && (
      <Button variant={variant} onClick={() => setNew(true)}>
        {slots.create}
      </Button>
    )
  const isEmpty = plans.data?.length === 0 && !isNew
  return (
    <SettingsFrame tab="postingTimes" actions={!isEmpty && !isNew && plans.data && create('plain')}>
      {plans.error && <ProblemBanner error={plans.error} onRetry={() => void plans.refetch()} />}
      {plans.isPending && <WaitingRows count={3} />}
      {isEmpty && <EmptyState icon="clock" title={slots.empty} lead={slots.emptyLead} action={create('primary')} />}
      {isNew && <PlanCard profileId={profileId} plan={null} onClose={() => setNew(false)} />}
      {plans.data?.map((plan) => (
        <PlanCard key={plan.id} profileId={profileId} plan={plan} />
      ))}
    </SettingsFrame>
  )
}
