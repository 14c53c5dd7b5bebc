import { useMutation } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { AccountFrame } from './account-frame.tsx'
import { RemoveCard } from './remove-card.tsx'

/** The user's data: its export, and the deletion of the account. */
export function DataPage() {
  return (
    <AccountFrame tab="data">
      {({ me, issuer }) => (
        <>
          <ExportCard />
          {!issuer && me.email && <RemoveCard me={me} email={me.email} />}
        </>
      )}
    </AccountFrame>
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
