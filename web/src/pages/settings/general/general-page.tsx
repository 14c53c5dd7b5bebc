import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { useBrand } from '../use-brand.ts'
import { ApprovalsCard } from './approvals-card.tsx'
import { BrandCard } from './brand-card.tsx'
import { DeleteBrandCard } from './delete-brand-card.tsx'
import { EmailCard } from './email-card.tsx'
import { FactorCard } from './factor-card.tsx'
import { MeCard } from './me-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionCard } from './session-card.tsx'

/** The settings of the brand that is open, and of the user. Each card saves alone. */
export function GeneralPage() {
  const { shell } = useMessages()
  const brand = useBrand()
  const me = useQuery(meQuery)
  const error = brand.error ?? me.error
  return (
    <SettingsFrame tab="general">
      {error && <ProblemBanner error={error} onRetry={() => void me.refetch()} />}
      {!(brand.brand && me.data) && !error && <p className="text-ink-3">{shell.loading}</p>}
      {brand.brand && <BrandCard key={brand.brand.id} brand={brand.brand} />}
      {brand.brand && <ApprovalsCard key={`approvals ${brand.brand.id}`} brand={brand.brand} />}
      {me.data && (
        <>
          <MeCard me={me.data} />
          <EmailCard me={me.data} />
          {me.data.email && <PasswordCard email={me.data.email} />}
          <FactorCard me={me.data} />
          <SessionCard />
        </>
      )}
      {brand.brand && <DeleteBrandCard key={`delete ${brand.brand.id}`} brand={brand.brand} />}
    </SettingsFrame>
  )
}
