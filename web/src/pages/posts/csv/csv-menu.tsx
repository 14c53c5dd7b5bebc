import { api } from '#web/app/api.ts'
import { WritersOnly } from '#web/app/rights/only.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { squareButtonStyle } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { tellFailure } from '#web/ui/toast.tsx'

interface MenuProps {
  readonly profileId: string
  readonly onImport: () => void
}

/** Imports posts from CSV, and exports them. */
export function CsvMenu({ profileId, onImport }: MenuProps) {
  const { bulk, shell } = useMessages()
  const save = async () => {
    try {
      const answer = await api.exportPosts({ profileId })
      saveFile(await answer.blob(), `posts-${dayKey(nowDate())}.csv`)
    } catch (error) {
      if (error instanceof Error) tellFailure(shell.problem.title, error)
    }
  }
  return (
    <Menu label={bulk.table} align="end" triggerClass={squareButtonStyle} trigger={<Icon name="more" />}>
      <WritersOnly>
        <MenuItem onSelect={onImport}>{bulk.import}</MenuItem>
      </WritersOnly>
      <MenuItem onSelect={() => void save()}>{bulk.export}</MenuItem>
    </Menu>
  )
}
