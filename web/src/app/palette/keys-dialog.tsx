import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { singleKeys } from '#web/lib/browser/single-keys.ts'
import { useStore } from '#web/lib/store.ts'
import { Dialog } from '#web/ui/dialog.tsx'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Lists the keyboard shortcuts. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { palette } = useMessages()
  const { mayWrite } = useRights()
  const { title, lead, offLead, ...names } = palette.keys
  const isOn = useStore(singleKeys)
  const keys: readonly (readonly [readonly string[], string])[] = [
    [[isApple ? '⌘ K' : 'Ctrl K'], names.palette],
    ...(mayWrite ? [[['C'], names.compose] as const] : []),
    [['?'], names.help],
    [['J', 'K'], names.rows],
    [['Enter'], names.openRow],
    ...(mayWrite ? [[['X'], names.select] as const] : []),
    [['/'], names.search],
    [['T'], names.today],
    [['[', ']'], names.months],
    [['←', '→'], names.days],
    ...(mayWrite
      ? ([
          [['Enter'], names.write],
          [['N'], names.note],
          [['M'], names.move],
          [['R'], names.reply],
          [['E'], names.done],
          [['S'], names.snooze],
          [['H'], names.hideComment],
          [['A'], names.assign],
          [['L'], names.label],
          [['N'], names.inboxNote],
          [['U'], names.reopen],
        ] as const)
      : []),
    [[isApple ? '⌥ ⌘ C' : 'Ctrl Alt C'], names.asCode],
    [['Esc'], names.close],
  ]
  return (
    <Dialog title={title} lead={isOn ? lead : offLead} onClose={onClose}>
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
