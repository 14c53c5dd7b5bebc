import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { Button } from '#web/ui/button.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'

/** Saves the whole log with its proof, and says how to check it. The log notes the export, too. */
export function ExportButton() {
  const words = useMessages('admin').admin.auditLog
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: async () => {
      const name = `posthorn-audit-${dayKey(nowDate())}.jsonl`
      saveFile(await (await api.exportAuditLog()).blob(), name)
      return name
    },
    onSuccess: (name) => {
      tell({ title: words.exported, detail: words.verify(name) })
      return queries.invalidateQueries({ queryKey: ['audit-log'] })
    },
    onError: (error) => tellFailure(words.notExported, error),
  })
  return (
    <Button isBusy={save.isPending} onClick={() => save.mutate()}>
      {words.export}
    </Button>
  )
}
