import { useMessages } from '#web/i18n/index.ts'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import type { Account, Draft } from './draft.ts'
import { type Check, planOf } from './use-check.ts'

interface PreviewProps {
  readonly draft: Draft
  readonly targets: readonly Account[]
  readonly check: Check | null
}

/** The post as each network will receive it: the text that is sent, after every rule, and the pictures in order. */
export function Preview({ draft, targets, check }: PreviewProps) {
  const { compose } = useMessages()
  return (
    <section aria-label={compose.preview} className="grid content-start gap-3">
      <h2 className="font-medium">{compose.preview}</h2>
      {targets.map((account) => (
        <article key={account.id} className="grid gap-3 rounded-lg border border-line bg-surface p-4">
          <header className="flex items-center gap-2.5">
            <span
              aria-hidden="true"
              className="grid size-9 place-items-center rounded-full bg-sunken font-semibold text-ink-2"
            >
              {(account.displayName ?? account.handle).slice(0, 1).toUpperCase()}
            </span>
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium leading-5">
                <bdi>{account.displayName ?? account.handle}</bdi>
              </p>
              <p className="truncate text-ink-3 text-sm">
                <bdi>{account.handle}</bdi> · {networks[account.network].name}
              </p>
            </div>
            <NetworkMark network={account.network} />
          </header>
          <p dir="auto" className="whitespace-pre-wrap break-words">
            {planOf(check, account.id)?.text ?? draft.ownTexts[account.id] ?? draft.content}
          </p>
          <Pictures draft={draft} />
        </article>
      ))}
      {targets.length > 0 && <p className="text-ink-3 text-sm">{compose.approximate}</p>}
    </section>
  )
}

function Pictures({ draft: { media } }: { readonly draft: Draft }) {
  const shown = media.filter(({ shownAt }) => shownAt !== '').slice(0, 4)
  if (shown.length === 0) return null
  return (
    <div className={`grid gap-1 overflow-hidden rounded-md ${shown.length > 1 ? 'grid-cols-2' : ''}`}>
      {shown.map(({ key, shownAt, isVideo, altText }) =>
        isVideo ? (
          <video key={key} src={shownAt} muted controls className="max-h-80 w-full bg-sunken" />
        ) : (
          <img key={key} src={shownAt} alt={altText} className="max-h-80 w-full object-cover" />
        ),
      )}
    </div>
  )
}
