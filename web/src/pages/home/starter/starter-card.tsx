import { Link } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { buttonLook } from '#web/ui/button.tsx'
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
  const isNext = hasAccounts ? 'write' : 'connect'
  return (
    <StepsCard title={starter.title} dismiss={starter.dismiss} name="starter">
      <Step number={1} isDone={hasAccounts} title={starter.connect} lead={starter.connectLead}>
        <Link
          to="/p/$profileId/connections"
          params={{ profileId }}
          className={buttonLook(isNext === 'connect' ? 'primary' : 'plain')}
        >
          {starter.connect}
        </Link>
      </Step>
      <Step number={2} isDone={hasPublished} title={starter.write} lead={starter.writeLead}>
        <Link
          to="/p/$profileId/compose"
          params={{ profileId }}
          className={buttonLook(isNext === 'write' ? 'primary' : 'plain')}
        >
          {starter.write}
        </Link>
      </Step>
      <Step number={3} isDone={hasPublished} title={starter.watch} lead={starter.watchLead} />
    </StepsCard>
  )
}
