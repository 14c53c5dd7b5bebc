import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { useBrand } from '../use-brand.ts'
import { ApprovalsCard } from './approvals-card.tsx'
import { BrandCard } from './brand-card.tsx'
import { DeleteBrandCard } from './delete-brand-card.tsx'

/** The settings of the open brand. Each card saves separately. */
export function GeneralPage() {
  const { brand, error } = useBrand()
  return (
    <SettingsFrame tab="general">
      {error && <ProblemBanner error={error} />}
      {!brand && !error && <Loading />}
      {brand && <BrandCard key={brand.id} brand={brand} />}
      {brand && <ApprovalsCard key={`approvals ${brand.id}`} brand={brand} />}
      {brand && <DeleteBrandCard key={`delete ${brand.id}`} brand={brand} />}
    </SettingsFrame>
  )
}
