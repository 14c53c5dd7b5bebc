import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Dialog } from '#web/ui/dialog.tsx'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Lists the keyboard shortcuts. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { palette } = useMessages()
  const { mayWrite } = useRights()
  const { title, lead, ...names } = palette.keys
  const keys: readonly (readonly [readonly string[], string])[] = [
    [[isApple ? '⌘ K' : 'Ctrl K'], names.palette],
    ...(mayWrite ? [[['C'], names.compose] as const] : []),
    [['?'], names.help],
    [['/'], names.search],
    [['T'], names.today],
    [['[', ']'], names.months],
    [[isApple ? '⌥ ⌘ C' : 'Ctrl Alt C'], names.asCode],
    [['Esc'], names.close],
  ]
  return (
    <Dialog title={title} lead={lead} onClose={onClose}>
      <dl className="grid gap-2">
        {keys.map(([marks, name]) => (
          <div key={name} className="flex items-center justify-between gap-4">
            <dt>{name}</dt>
            <dd className="flex gap-1">
              {marks.map((mark) => (
                <kbd
                  key={mark}
                  className="min-w-7 rounded-sm border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-ink-2 text-sm"
                >
                  {mark}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
