import { useFrameMessages } from '#web/i18n/frame.ts'
import { Icon } from '#web/icons/icon.tsx'
import { shortcutDialog } from '../shortcut-dialog.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the command palette. Looks like its search field, and shows its key. */
export function FindButton() {
  const { shell } = useFrameMessages()
  return (
    <button
      type="button"
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      title={shell.search}
      onClick={() => shortcutDialog.write('palette')}
      className="flex min-h-9 w-full items-center gap-1.5 rounded-md bg-sunken px-2 text-ink-2 text-sm hover:bg-pressed max-wide:justify-center"
    >
      <Icon name="search" className="size-4" />
      <span className="min-w-0 flex-1 text-start leading-4.5 max-wide:sr-only">{shell.searchField}</span>
      <span
        aria-hidden="true"
        className="rounded-xs px-1.25 font-medium text-2xs leading-4.5 ring-1 ring-line max-wide:hidden"
      >
        {isApple ? '⌘K' : 'Ctrl K'}
      </span>
    </button>
  )
}
