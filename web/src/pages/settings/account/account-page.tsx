import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { meQuery } from '#web/app/queries.ts'
import { readSignInOptions } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { AppsCard } from './apps-card.tsx'
import { EmailCard } from './email-card.tsx'
import { FactorCard } from './factor-card.tsx'
import { MeCard } from './me-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { RemoveCard } from './remove-card.tsx'
import { ReportCard } from './report-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SlackCard } from './slack-card.tsx'
import { TelegramCard } from './telegram-card.tsx'

const factorId = 'second-factor'

/** Scrolls to the section whose ID is in the URL. */
const showIfRequested = (part: HTMLElement | null): void => {
  if (part && location.hash === `#${part.id}`) part.scrollIntoView()
}

/** The user's settings. What an external identity provider manages is changed there. */
export function AccountPage() {
  const { account } = useMessages()
  const me = useQuery(meQuery)
  const options = useQuery({ queryKey: ['sign-in-options'], queryFn: readSignInOptions })
  const error = me.error ?? options.error
  const issuer = options.data?.identityProvider
  return (
    <SettingsFrame tab="account">
      {error && <ProblemBanner error={error} onRetry={() => void me.refetch()} />}
      {!(me.data && options.data) && !error && <Loading />}
      {me.data && options.data && (
        <>
          <MeCard me={me.data} />
          {issuer ? (
            <Card title={account.elsewhere.title} lead={account.elsewhere.lead(issuer)} />
          ) : (
            <>
              <EmailCard me={me.data} />
              {me.data.email && <PasswordCard email={me.data.email} />}
            </>
          )}
          {me.data.email && <ReportCard />}
          <div id={factorId} ref={showIfRequested} className="scroll-mt-20">
            <FactorCard me={me.data} />
          </div>
          {!issuer && <SessionsCard />}
          <AppsCard />
          <SlackCard />
          <TelegramCard />
          <ExportCard />
          {!issuer && me.data.email && <RemoveCard me={me.data} email={me.data.email} />}
        </>
      )}
    </SettingsFrame>
  )
}

/** Downloads everything that the installation stores about the user, as a ZIP file. */
export function ExportCard() {
  const { account } = useMessages()
  const save = useMutation({
    mutationFn: async () => saveFile(await (await api.exportMe()).blob(), `posthorn-${dayKey(nowDate())}.zip`),
  })
  return (
    <Card
      title={account.export.title}
      lead={account.export.lead}
      actions={
        <Button isBusy={save.isPending} onClick={() => save.mutate()}>
          {account.export.save}
        </Button>
      }
    >
      {save.error && <ProblemBanner error={save.error} />}
    </Card>
  )
}
