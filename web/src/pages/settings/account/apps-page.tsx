import { AccountFrame } from './account-frame.tsx'
import { AppsCard } from './apps-card.tsx'
import { SlackCard } from './slack-card.tsx'
import { TelegramCard } from './telegram-card.tsx'

/** The apps and chats that have access to the account. */
export function AppsPage() {
  return (
    <AccountFrame tab="apps">
      {() => (
        <>
          <AppsCard />
          <SlackCard />
          <TelegramCard />
        </>
      )}
    </AccountFrame>
  )
}
