import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import type { SaveState } from './save-state.ts'

interface PillProps {
  readonly save: SaveState
  readonly onRetry: () => void
}

/** Says how safe the words are. It is a button where another try may help. */
export function SavePill({ save, onRetry }: PillProps) {
  const { saving } = useMessages()
  const words = wordsOf(save, saving)
  const look = `inline-flex min-h-7 items-center gap-1.5 rounded-full px-2.5 text-sm ${toneOf(save)}`
  if (save.kind === 'waiting' && save.why !== 'signed-out')
    return (
      <button type="button" onClick={onRetry} className={`${look} hover:underline`} aria-label={saving.tryNow(words)}>
        <Icon name="clock" className="size-3.5" />
        {words}
      </button>
    )
  return (
    <p role="status" aria-label={saving.label} className={look}>
      {save.kind === 'saved' && <Icon name="check" className="size-3.5" />}
      {words}
    </p>
  )
}

function wordsOf(save: SaveState, saving: ReturnType<typeof useMessages>['saving']): string {
  if (save.kind === 'waiting') return saving.waiting[save.why]
  return (
    { blank: '', edited: saving.edited, saving: saving.saving, saved: saving.saved, held: saving.held }[
      save.kind as 'blank'
    ] ?? (save.kind === 'conflict' ? saving.conflict : saving.refused)
  )
}

function toneOf({ kind }: SaveState): string {
  if (kind === 'waiting' || kind === 'held') return 'bg-held/12 text-held'
  if (kind === 'conflict' || kind === 'refused') return 'bg-failed/12 text-failed'
  return 'text-ink-3'
}
