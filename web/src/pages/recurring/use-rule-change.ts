import { useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { tellFailure } from '#web/ui/toast.tsx'

/** Runs a change of a rule, then shows the updated rules. If it is refused, shows the reason. */
export function useRuleChange(): (change: (to: typeof api) => Promise<unknown>) => Promise<void> {
  const { recurring } = useMessages()
  const queries = useQueryClient()
  return async (change) => {
    try {
      await change(api)
    } catch (error) {
      if (error instanceof Error) tellFailure(recurring.failed, error)
    }
    await queries.invalidateQueries({ queryKey: ['recurring'] })
  }
}
