import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { AnalyticsFrame } from '../analytics-frame.tsx'
import { CompareAccounts } from './compare-accounts.tsx'
import { ComparePeriods } from './compare-periods.tsx'

const route = '/p/$profileId/analytics/compare'

/** Compares two periods or two accounts, side by side. */
export function ComparePage() {
  const { analytics } = useMessages()
  const { profileId } = useParams({ from: route })
  const search = useSearch({ from: route })
  const navigate = useNavigate({ from: route })
  const what = search.what ?? 'periods'
  const change = (next: object) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true })
  return (
    <AnalyticsFrame tab="compare">
      <Toolbar>
        <ChoiceBar
          label={analytics.compare.what}
          value={what}
          onChange={(next) => change({ what: next === 'accounts' ? next : undefined })}
          options={[
            ['periods', analytics.compare.periods],
            ['accounts', analytics.compare.accounts],
          ]}
        />
      </Toolbar>
      {what === 'accounts' ? (
        <CompareAccounts profileId={profileId} search={search} onChange={change} />
      ) : (
        <ComparePeriods profileId={profileId} search={search} onChange={change} />
      )}
    </AnalyticsFrame>
  )
}
