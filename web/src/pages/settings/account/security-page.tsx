import { openCompanyTexts } from '#web/i18n/company-texts.ts'
import { useMessages } from '#web/i18n/index.ts'
import { openPasskeyTexts } from '#web/i18n/passkey-texts.ts'
import { Card } from '#web/ui/card.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { AccountFrame } from './account-frame.tsx'
import { EmailCard } from './email-card.tsx'
import { FactorCard } from './factor-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

const CompanyCard = makeLatePart(async () => {
  const [part] = await Promise.all([import('./company-card.tsx'), openCompanyTexts()])
  return part.CompanyCard
})

const PasskeysCard = makeLatePart(async () => {
  const [part] = await Promise.all([import('./passkeys-card.tsx'), openPasskeyTexts()])
  return part.PasskeysCard
})

const factorId = 'second-factor'

/** Scrolls to the section whose ID is in the URL. */
const showIfRequested = (part: HTMLElement | null): void => {
  if (part && location.hash === `#${part.id}`) part.scrollIntoView()
}

/** The user's sign-in. An external identity provider manages its own part. */
export function SecurityPage() {
  const { account } = useMessages()
  return (
    <AccountFrame tab="security">
      {({ me, issuer, hasCompany, hasPasskeys }) => (
        <>
          {issuer ? (
            <Card title={account.elsewhere.title} lead={account.elsewhere.lead(issuer)} />
          ) : (
            <>
              <EmailCard me={me} />
              {hasCompany && <CompanyCard />}
              {me.email && <PasswordCard email={me.email} />}
              <PasskeysCard isOffered={hasPasskeys} />
            </>
          )}
          <div id={factorId} ref={showIfRequested} className="scroll-mt-20">
            <FactorCard me={me} />
          </div>
          {!issuer && <SessionsCard />}
        </>
      )}
    </AccountFrame>
  )
}
