import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { shownZone } from '#web/lib/zones.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import type { NetworkName } from '#web/ui/marks/network-mark.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { tellFailure } from '#web/ui/toast.tsx'
import type { Step } from '../analytics-search.ts'
import type { Period } from '../period.ts'

interface ExportProps {
  readonly profileId: string
  readonly period: Period
  readonly step: Step
  readonly network: NetworkName | undefined
  readonly account: string | undefined
}

const types = ['overview', 'accounts', 'best-times'] as const

/** Exports the page's metrics as a table for a spreadsheet. */
export function ExportMenu({ profileId, period, step, network, account }: ExportProps) {
  const { analytics, shell } = useMessages()
  const save = async (type: (typeof types)[number]) => {
    try {
      const answer = await api.exportAnalytics({
        profileId,
        type,
        ...(type === 'overview' ? { startDate: period.start, endDate: period.end, granularity: step } : {}),
        timezone: shownZone(),
        ...(network ? { platform: network } : {}),
        ...(account ? { accountId: account } : {}),
      })
      saveFile(await answer.blob(), `${type}-${period.start}-${period.end}.csv`)
    } catch (error) {
      tellFailure(shell.problem.title, error instanceof Error ? error : new Error(String(error)))
    }
  }
  return (
    <Menu
      align="end"
      triggerClass={`${buttonStyle('plain')} max-sm:size-10 max-sm:px-0`}
      trigger={
        <>
          <Icon name="download" className="size-4" />
          <span className="max-sm:sr-only">{analytics.export}</span>
        </>
      }
    >
      {types.map((type) => (
        <MenuItem key={type} onSelect={() => void save(type)}>
          {analytics.exports[type]}
        </MenuItem>
      ))}
    </Menu>
  )
}
