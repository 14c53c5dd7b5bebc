import { useMutation } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

/** Saves everything that the installation holds about the user, as a zip file. */
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
