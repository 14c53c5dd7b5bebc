import { useMessages } from '#web/i18n/index.ts'
import { singleKeys } from '#web/lib/browser/single-keys.ts'
import { useStore } from '#web/lib/store.ts'
import { Card } from '#web/ui/card.tsx'
import { AccountFrame } from './account-frame.tsx'
import { MeCard } from './me-card.tsx'
import { NoticesCard } from './notices-card.tsx'
import { ReportCard } from './report-card.tsx'

/** The user's name and preferences. */
export function AccountPage() {
  return (
    <AccountFrame tab="account">
      {({ me }) => (
        <>
          <MeCard me={me} />
          <NoticesCard />
          {me.email && <ReportCard />}
          <KeysCard />
        </>
      )}
    </AccountFrame>
  )
}

/** Turns shortcuts of a single key off, for people whose speech or touch triggers them by accident. */
function KeysCard() {
  const { account } = useMessages()
  const isOn = useStore(singleKeys)
  return (
    <Card title={account.keys.title} lead={account.keys.lead}>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input type="checkbox" checked={isOn} onChange={(event) => singleKeys.write(event.target.checked)} />
        {account.keys.on}
      </label>
    </Card>
  )
}
