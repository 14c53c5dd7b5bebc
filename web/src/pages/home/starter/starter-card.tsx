import { Link } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { ConnectStep } from './connect-step.tsx'
import { Step, StepsCard } from './steps-card.tsx'

interface StarterProps {
  readonly profileId: string
  readonly hasAccounts: boolean
  readonly hasPublished: boolean
}

/** Leads a newcomer to the first post. It follows what the service knows, so the steps may be taken in any order. */
export function StarterCard({ profileId, hasAccounts, hasPublished }: StarterProps) {
  const { starter } = useMessages().home
  if (hasAccounts && hasPublished) return null
  return (
    <StepsCard title={starter.title} dismiss={starter.dismiss} name="starter">
      <Step number={1} isDone={hasAccounts} title={starter.connect} lead={starter.connectLead}>
        <ConnectStep profileId={profileId} />
      </Step>
      <Step number={2} isDone={hasPublished} title={starter.write} lead={starter.writeLead}>
        {!hasPublished && (
          <Link
            to="/p/$profileId/compose"
            params={{ profileId }}
            className={buttonLook(hasAccounts ? 'primary' : 'plain')}
          >
            {starter.write}
          </Link>
        )}
      </Step>
      <Step number={3} isDone={hasPublished} title={starter.watch} lead={starter.watchLead} />
    </StepsCard>
  )
}
